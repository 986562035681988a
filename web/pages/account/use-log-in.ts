import { useSend } from '../../api/queries.ts'
import { type Area, deviceField, keepDevice, storeToken } from '../../api/tokens.ts'
/** Signs in to an area; the guard of the login page then leads on. Throws a CallError when it is refused. */
export function useLogIn(area: Area): (email: string, password: string) => Promise<void> {
  const login = useSend('POST /login')
  return async (email, password) => {
    const { token, device } = await login.mutateAsync({ body: { email, password, ...deviceField() } })
    keepDevice(device)
    storeToken(area, token)
  }
}
