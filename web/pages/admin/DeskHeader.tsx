import { Link } from 'react-router'
import { signOut } from '../../api/user.tsx'
import { areaAddresses } from '../../frame/next-address.ts'
import { Wordmark } from '../../ui/bars.tsx'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { ThemeToggle } from '../../ui/theme.tsx'

/** The top of the desk: where one is, and the ways out. */
export function DeskHeader() {
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-border px-2 sm:gap-2 sm:px-4">
      <Link to="/" className="mr-auto flex min-h-10 items-center rounded-control">
        <Wordmark />
      </Link>
      <ThemeToggle />
      <LinkButton to={areaAddresses.api.home} look="quiet">
        Dashboard
      </LinkButton>
      <Button look="plain" onClick={() => signOut('api')}>
        Log out
      </Button>
    </header>
  )
}
