import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { canChoose, type ForwardSelection, hasAll, recentFold } from '#domain/forward/forward-selection.ts'
import type { ForwardTarget } from '#domain/forward/forward-target.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { CheckRow, OptionRow } from '#src/ui/choice-row.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { ChoiceList } from './choice-list.tsx'
import styles from './forward.module.css'

interface TargetListProps {
  readonly label: string
  readonly targets: readonly ForwardTarget[]
  readonly selection: ForwardSelection
  readonly emptyText: string
  readonly onChoose: (targets: readonly ForwardTarget[], keys: ReadonlySet<string>) => void
  readonly onToggleAll: (targets: readonly ForwardTarget[]) => void
  readonly foot?: ReactNode
}

/** People and groups to choose from, all of them at once where that is wanted [FWD-03 FWD-14]. */
export const TargetList = ({ label, targets, selection, emptyText, foot, ...tasks }: TargetListProps) => {
  const text = useText()
  if (targets.length === 0) return <EmptyState icon={<SearchX />} title={emptyText} />
  return (
    <>
      <CheckRow
        name={text('conversation.forward.select-all')}
        isChosen={hasAll(selection, targets)}
        isDisabled={!targets.some(canChoose)}
        onChange={() => tasks.onToggleAll(targets)}
      />
      <ChoiceList
        label={label}
        rows={targets}
        mode="multiple"
        chosen={new Set(selection.keys())}
        disabled={targets.filter((target) => !canChoose(target)).map(({ key }) => key)}
        onChoose={(keys) => tasks.onChoose(targets, keys)}
        draw={(target) => <TargetRow id={target.key} target={target} />}
      />
      {foot}
    </>
  )
}

/** The recent ones: the first 20, and all of them when asked (DEC-68) [FWD-15]. */
export const RecentList = (props: TargetListProps) => {
  const text = useText()
  const [isUnfolded, setUnfolded] = useState(false)
  const { targets } = props
  if (isUnfolded || targets.length <= recentFold) return <TargetList {...props} />
  const foot = (
    <div className={styles.unfold}>
      <Button variant="quiet" isWide onPress={() => setUnfolded(true)}>
        {text('conversation.forward.show-all', { count: targets.length })}
      </Button>
    </div>
  )
  return <TargetList {...props} targets={targets.slice(0, recentFold)} foot={foot} />
}

interface TargetRowProps {
  readonly id: string
  readonly target: ForwardTarget
}

const TargetRow = ({ id, target }: TargetRowProps) => {
  const text = useText()
  const { avatarId, avatarUrl, ban, memberCount, name } = target
  const members = memberCount === undefined ? undefined : text('messages.members', { count: memberCount })
  return (
    <OptionRow
      id={id}
      words={name}
      leading={<Avatar id={avatarId} name={name} url={avatarUrl} size="small" />}
      name={<bdi>{name}</bdi>}
      detail={ban === undefined ? members : text(`conversation.forward.ban.${ban}`)}
    />
  )
}
