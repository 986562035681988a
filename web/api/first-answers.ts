/** Answers that the page asked for before its program was there (web/public/before-paint.js). */

interface FirstAnswers {
  token: string
  /** By address; without an answer where none came. */
  answers: Map<string, Promise<Response | undefined>>
}

/** The answer to a GET of an address by who has the token, once: whoever asks again asks the server. */
export function takeFirstAnswer(address: string, token: string | null): Promise<Response | undefined> | undefined {
  const first = firstAnswers()
  if (first === undefined || first.token !== token) return undefined
  const answer = first.answers.get(address)
  first.answers.delete(address)
  return answer
}

function firstAnswers(): FirstAnswers | undefined {
  // The first script writes this property and no other does.
  return Reflect.get(window, 'firstAnswers') as FirstAnswers | undefined
}
