import { Navigate } from 'react-router'
import { useUser } from '../../api/user.tsx'
import { areaAddresses } from '../../frame/next-address.ts'
import { Desk } from './Desk.tsx'

/** Admin Dashboard, for admins who have the second factor that they need; the others set it up in their profile. */
export function AdminPage() {
  const { user } = useUser()
  return user?.secondFactor === 'required' ? <Navigate to={areaAddresses.api.home} replace /> : <Desk />
}
