/**
 * A count as the product writes it: 12,345. Put together here rather than by toLocaleString, whose first use takes a slow phone a
 * tenth of a second. `count` is a whole number.
 */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
