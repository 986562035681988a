import { exactText } from './format.ts'

/** In the time zone of the browser, and in UTC under the pointer. */
export function LocalTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}>
      {exactText(iso)}
    </time>
  )
}
