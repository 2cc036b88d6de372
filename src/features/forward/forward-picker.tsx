import { SendHorizontal } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ForwardItem } from '#domain/forward/forward-delivery.ts'
import { countTargets } from '#domain/forward/forward-selection.ts'
import type { ForwardTargets } from '#domain/forward/forward-target.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { type TabItem, Tabs } from '#src/ui/tabs.tsx'
import { useText } from '#src/ui/use-text.ts'
import { ChosenStrip, focusFirstList } from './choice-list.tsx'
import styles from './forward.module.css'
import {
  ChoicePicture,
  RecentList,
  searchTargets,
  TagList,
  type TagsView,
  TargetList,
  useTags,
  useTargets,
} from './target-list.tsx'
import {
  type Choosing,
  type ForwardFailure,
  type Forwarding,
  useChoosing,
  useForwarding,
} from './use-forwarding.ts'

interface ForwardPickerProps {
  readonly items: readonly ForwardItem[]
  /** Called when every item was forwarded. */
  readonly onDone: () => void
}

/** Forwards messages, or items from the collections, to targets that the user picks. */
export const ForwardPicker = ({ items, onDone }: ForwardPickerProps) => {
  const choosing = useChoosing(items.length)
  const forwarding = useForwarding(items, choosing, onDone)
  const kind = items.every((item) => item.kind === 'collection') ? 'saved' : 'messages'
  return <TargetPicker kind={kind} count={items.length} choosing={choosing} forwarding={forwarding} />
}

interface TargetPickerProps {
  /** What is forwarded, and how many. */
  readonly kind: 'messages' | 'saved'
  readonly count: number
  readonly choosing: Choosing
  readonly forwarding: Forwarding
}

/** The forward picker: search, selected targets, lists and the send button [FWD-01 FWD-03]. */
export const TargetPicker = ({ kind, count, choosing, forwarding }: TargetPickerProps) => {
  const text = useText()
  const targets = useTargets()
  const tags = useTags(targets.friends)
  const picker = useRef<HTMLDivElement>(null)
  const [keyword, setKeyword] = useState('')
  const { selection } = choosing
  return (
    <div ref={picker} className={styles.picker}>
      <SearchField
        label={text('conversation.forward.search')}
        value={keyword}
        onChange={setKeyword}
        onDown={() => focusFirstList(picker.current)}
        autoFocus
      />
      <ChosenStrip
        label={text('conversation.forward.chosen')}
        items={[...selection.values()].map((target) => ({
          key: target.key,
          name: target.name,
          picture: <ChoicePicture choice={target} />,
        }))}
        removeLabel={(name) => text('conversation.forward.remove', { name })}
        onRemove={(key) => {
          const target = selection.get(key)
          if (target) choosing.choose([target], noTargets)
        }}
      />
      {keyword.trim() === '' ? (
        <TargetTabs targets={targets} tags={tags} choosing={choosing} />
      ) : (
        <Found keyword={keyword.trim()} targets={targets} tags={tags} choosing={choosing} />
      )}
      <footer className={styles.foot}>
        <p className={styles.count} data-numeric="true">
          {text(`conversation.forward.${kind}`, { count })}
        </p>
        <Button
          variant="primary"
          icon={<SendHorizontal aria-hidden="true" />}
          isDisabled={selection.size === 0}
          isPending={forwarding.isSending}
          onPress={forwarding.send}
        >
          {selection.size === 0
            ? text('conversation.forward.send')
            : text('conversation.forward.send-to', { count: countTargets(selection) })}
        </Button>
      </footer>
      <FailureAlert kind={kind} failure={forwarding.failure} onClose={forwarding.closeFailure} />
    </div>
  )
}

interface ListsProps {
  readonly targets: ForwardTargets
  /** Undefined on desktop. */
  readonly tags: TagsView | undefined
  readonly choosing: Choosing
}

const noTargets: ReadonlySet<string> = new Set()

const everywhere = ['recent', 'friends', 'groups'] as const

/** The tabs of the picker; desktop has no tags [FWD-01 FWD-02]. */
const TargetTabs = ({ targets, tags, choosing }: ListsProps) => {
  const text = useText()
  const [wanted, setWanted] = useState('recent')
  const tasks = {
    selection: choosing.selection,
    onChoose: choosing.choose,
    onToggleAll: choosing.toggleAll,
  }
  const items: TabItem[] = everywhere.map((tab) => {
    const List = tab === 'recent' ? RecentList : TargetList
    const label = text(`conversation.forward.${tab}`)
    const emptyText = text('conversation.forward.empty')
    return {
      id: tab,
      label,
      content: <List {...tasks} label={label} targets={targets[tab]} emptyText={emptyText} />,
    }
  })
  if (tags !== undefined) {
    const label = text('conversation.forward.tags')
    items.push({ id: 'tags', label, content: <TagList {...tasks} label={label} tags={tags} /> })
  }
  return (
    <Tabs
      label={text('conversation.forward.title')}
      isFilling
      // The frame may have changed to one without tags.
      selected={items.some(({ id }) => id === wanted) ? wanted : 'recent'}
      onSelect={setWanted}
      items={items}
    />
  )
}

const Found = ({ keyword, targets, tags, choosing }: ListsProps & { readonly keyword: string }) => {
  const text = useText()
  const wanted = useDeferredValue(keyword)
  const found = useMemo(
    () =>
      searchTargets(wanted, [
        ...targets.friends,
        ...targets.groups,
        ...(tags?.status === 'ready' ? tags.value : []),
      ]),
    [wanted, targets, tags],
  )
  return (
    <TargetList
      label={text('search.result-count', { keyword: wanted, count: found.length })}
      targets={found}
      selection={choosing.selection}
      emptyText={text('search.no-result', { keyword: wanted })}
      onChoose={choosing.choose}
      onToggleAll={choosing.toggleAll}
    />
  )
}

interface FailureAlertProps {
  readonly kind: 'messages' | 'saved'
  readonly failure: ForwardFailure | undefined
  readonly onClose: () => void
}

const lostTexts = {
  messages: 'conversation.forward.lost',
  saved: 'conversation.forward.lost-saved',
} as const

/** Lists the targets that missed items, with reasons [FWD-12]. */
const FailureAlert = ({ kind, failure, onClose }: FailureAlertProps) => {
  const text = useText()
  const { targets = [], lostCount = 0 } = failure ?? {}
  return (
    <Dialog
      role="alertdialog"
      title={text('conversation.forward.forward-fail')}
      isOpen={failure !== undefined}
      onClose={onClose}
      footer={
        <Button variant="primary" autoFocus onPress={onClose}>
          {text('common.ok')}
        </Button>
      }
    >
      {targets.length > 0 && (
        <ul className={styles.failed}>
          {targets.map(({ key, name, reason }) => (
            <li key={key}>
              <bdi className={styles['failed-name']}>{name}</bdi>
              <span className={styles.reason}>{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {lostCount > 0 && <p>{text(lostTexts[kind], { count: lostCount })}</p>}
      {targets.length > 0 && <p>{text('conversation.forward.kept')}</p>}
    </Dialog>
  )
}
