import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocale } from 'react-aria-components'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useReadable } from '#src/app/use-readable.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf } from '../conversation-list/link-to.ts'
import { useOpenConversation } from '../conversation-list/use-open-conversation.ts'
import { ReportForm } from './report-form.tsx'

/** Reports the other person of a conversation, or a group, to whoever runs the service [ROUTE-20]. */
export const ReportScreen = () => {
  const text = useText()
  const id = useOpenConversation()
  const goBack = useGoBack(id === undefined ? paths.messages : pathOf(id))
  return (
    <Panel title={text('conversation.report.title')} onBack={goBack}>
      {id !== undefined && <ReportPage id={id} onDone={goBack} />}
    </Panel>
  )
}

interface ReportPageProps {
  readonly id: ConversationId
  readonly onDone: () => void
}

const ReportPage = ({ id, onDone }: ReportPageProps) => {
  const text = useText()
  const { reasonId } = useSearch({ strict: false })
  const { lookups } = useAccount()
  const { locale } = useLocale()
  const { kind } = parseConversationId(id)
  const lookup = useMemo(() => lookups.reportReasons(kind, locale), [lookups, kind, locale])
  const reasons = useReadable(lookup)
  if (reasons.status === 'loading') return <SkeletonList rows={6} />
  if (reasons.status === 'failed')
    return <ErrorState title={text('conversation.report.reasons-failed')} onRetry={lookup.reload} />
  return <ReportForm id={id} reasons={reasons.value} preselected={reasonId} onDone={onDone} />
}
