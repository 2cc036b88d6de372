import { useParams } from '@tanstack/react-router'
import { conversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useSelected } from '#src/app/use-readable.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { MediaLink } from '#src/features/media/media-link.tsx'
import { ReportLink } from '#src/features/report/report-link.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import { FindLink } from '../find/find-link.tsx'
import { ClearMessages } from './clear-messages.tsx'
import { ContactLink } from './contact-link.tsx'
import { OwnSettings } from './own-settings.tsx'
import styles from './session-settings.module.css'
import { VanishSetting } from './vanish-setting.tsx'

/** What can be set for a one-to-one conversation [ROUTE-12 SESS-55 SESS-56 SESS-57 SESS-58 SESS-59 SESS-60]. */
export const SessionSettingsScreen = () => {
  const text = useText()
  const { sessionId = '' } = useParams({ strict: false })
  const id = conversationId('direct', Number(sessionId))
  const account = useAccount()
  const goBack = useGoBack(pathOf(id))
  const summary = useSelected(account.conversations, (all) => all.find((one) => one.id === id))
  return (
    <Panel title={text('conversation.settings')} onBack={goBack}>
      <div className={styles.content}>
        {summary === undefined ? (
          <SkeletonList rows={1} />
        ) : (
          <>
            <ContactLink conversation={summary} />
            <MediaLink id={id} />
            <FindLink conversation={summary} />
            <VanishSetting conversation={summary} />
            <OwnSettings conversation={summary} />
            <ClearMessages conversation={summary} />
            <ReportLink conversation={summary} />
          </>
        )}
      </div>
    </Panel>
  )
}
