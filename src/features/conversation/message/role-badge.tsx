import { groupRole } from '#domain/group/roles.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './role-badge.module.css'

const nameOf = (role: number): 'system-admin' | 'owner' | 'admin' | undefined => {
  if (role > groupRole.owner) return 'system-admin'
  if (role === groupRole.owner) return 'owner'
  return role === groupRole.admin ? 'admin' : undefined
}

/** Says that a sender leads the group; nothing for a plain member [MSG-19 MSG-20]. */
export const RoleBadge = ({ role = groupRole.member }: { readonly role: number | undefined }) => {
  const text = useText()
  const name = nameOf(role)
  return name === undefined ? null : <span className={styles.badge}>{text(`conversation.role.${name}`)}</span>
}
