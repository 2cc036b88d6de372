import { badgeOf, groupRole } from '#domain/group/roles.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './role-badge.module.css'

/** Says that a sender leads the group; nothing for a plain member [MSG-19 MSG-20]. */
export const RoleBadge = ({ role = groupRole.member }: { readonly role: number | undefined }) => {
  const text = useText()
  const name = badgeOf(role)
  return name === undefined ? null : <span className={styles.badge}>{text(`conversation.role.${name}`)}</span>
}
