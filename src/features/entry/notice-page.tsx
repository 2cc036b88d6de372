import type { ReactNode } from 'react'
import styles from './notice-page.module.css'

/** A page without the app's frame: a message and the possible actions. */
export const NoticePage = ({ icon, title, description, actions, children }: NoticePageProps) => (
  <main className={styles.page}>
    <div className={styles.card}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.description}>{description}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {children}
    </div>
  </main>
)

interface NoticePageProps {
  readonly icon: ReactNode
  readonly title: string
  readonly description: string
  readonly actions?: ReactNode
  readonly children?: ReactNode
}
