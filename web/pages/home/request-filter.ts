/** Which of the last requests are shown: those of a class of status and of a method, as the address says. */

export interface RequestFilter {
  /** Empty: all. */
  status: string
  method: string
}

export const statusClasses = [
  { value: '', label: 'All' },
  { value: '2xx', label: '2xx success' },
  { value: '4xx', label: '4xx refused' },
  { value: '5xx', label: '5xx failed' },
] as const

export const methods = [
  { value: '', label: 'All' },
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
  { value: 'PUT', label: 'PUT' },
] as const

/** The filter of an address; what there is no such choice of counts as all. */
export function filterOf(query: URLSearchParams): RequestFilter {
  const known = (choices: readonly { value: string }[], asked: string | null) =>
    choices.find(({ value }) => value === asked)?.value ?? ''
  return { status: known(statusClasses, query.get('status')), method: known(methods, query.get('method')) }
}

/** Whether a request is to be shown. */
export function passes(filter: RequestFilter, request: { status: number; method: string }): boolean {
  const statusClass = `${Math.floor(request.status / 100)}xx`
  return (filter.status === '' || filter.status === statusClass) && ['', request.method].includes(filter.method)
}
