/** What the account pages share: their frame, the area that they are for, and signing in. */
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { productName } from '#contract/product'
import { useSend } from '../../api/queries.ts'
import { type Area, deviceField, keepDevice, storeToken } from '../../api/tokens.ts'
import { areaAddresses } from '../../frame/next-address.ts'
import { PublicHeader } from '../../frame/public-frame.tsx'
import { TextLink } from '../../ui/links.tsx'

interface AccountPageProps {
  title: string
  sentence?: ReactNode
  children: ReactNode
}

export function AccountPage({ title, sentence, children }: AccountPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="main" className="flex grow flex-col items-center px-4 py-8 md:py-16">
        <div className="flex w-full max-w-form flex-col gap-6 md:max-w-dialog md:rounded-panel md:border md:border-border md:bg-surface md:p-8">
          <div className="flex flex-col gap-2">
            <h1 tabIndex={-1} className="text-2xl font-semibold">
              {title}
            </h1>
            {sentence !== undefined && <div className="text-muted">{sentence}</div>}
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}

export function OtherAreaLink({ area, page }: { area: Area; page: 'login' | 'signup' }) {
  const other = area === 'api' ? 'portal' : 'api'
  return (
    <p className="border-t border-border pt-6 text-sm">
      <TextLink to={areaAddresses[other][page]}>{areaWords[other].invitation}</TextLink>
    </p>
  )
}

export const areaWords = {
  api: {
    title: productName,
    who: 'For developers building on the API.',
    login: 'Sign in to build on the API.',
    invitation: `Are you a developer? Go to ${productName}`,
  },
  portal: {
    title: 'My Verifications',
    who: 'For clinicians verifying their credentials.',
    login: 'Sign in to verify your credentials and share them.',
    invitation: 'Are you a clinician? Go to My Verifications',
  },
} as const satisfies Record<Area, object>

/** These two have an address for each area, which their guards watch. */
const apiOnly: readonly string[] = [areaAddresses.api.login, areaAddresses.api.signup]

/** The area of an account page: by its address, or by `type=portal` on the pages that emails and others link to. */
export function useArea(): Area {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  if (apiOnly.includes(pathname)) return 'api'
  return pathname.startsWith('/portal-') || search.get('type') === 'portal' ? 'portal' : 'api'
}

export function useLogIn(area: Area): (email: string, password: string) => Promise<void> {
  const login = useSend('POST /login')
  return async (email, password) => {
    const { token, device } = await login.mutateAsync({ body: { email, password, ...deviceField() } })
    keepDevice(device)
    storeToken(area, token)
  }
}
