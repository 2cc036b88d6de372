import { SendHorizontal } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocale } from 'react-aria-components'
import type { ForwardItem } from '#domain/forward/delivery.ts'
import { type ForwardTargets, forwardTargets } from '#domain/forward/forward-target.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { Button } from '#src/ui/button.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useText } from '#src/ui/use-text.ts'
import { focusListIn } from './choice-list.tsx'
import { ChosenStrip } from './chosen-strip.tsx'
import { FailureAlert } from './failure-alert.tsx'
import styles from './forward.module.css'
import { searchTargets } from './search-targets.ts'
import { RecentList, TargetList } from './target-list.tsx'
import { type Choosing, useChoosing } from './use-choosing.ts'
import { useForwarding } from './use-forwarding.ts'

interface ForwardPickerProps {
  readonly items: readonly ForwardItem[]
  /** Everything that could be sent on is. */
  readonly onDone: () => void
}

/** Whom something goes to: search, who is chosen, lists to choose from, and the button that sends [FWD-01 FWD-03]. */
export const ForwardPicker = ({ items, onDone }: ForwardPickerProps) => {
  const text = useText()
  const targets = useTargets()
  const choosing = useChoosing()
  const forwarding = useForwarding(items, choosing, onDone)
  const picker = useRef<HTMLDivElement>(null)
  const [keyword, setKeyword] = useState('')
  const { selection } = choosing
  const kind = items.every((item) => item.kind === 'collection') ? 'saved' : 'messages'
  return (
    <div ref={picker} className={styles.picker}>
      <SearchField
        label={text('conversation.forward.search')}
        value={keyword}
        onChange={setKeyword}
        onDown={() => focusListIn(picker.current)}
        autoFocus
      />
      <ChosenStrip selection={selection} onRemove={(target) => choosing.choose([target], nobody)} />
      {keyword.trim() === '' ? (
        <TargetTabs targets={targets} choosing={choosing} />
      ) : (
        <Found keyword={keyword.trim()} targets={targets} choosing={choosing} />
      )}
      <footer className={styles.foot}>
        <p className={styles.count} data-numeric="true">
          {text(`conversation.forward.${kind}`, { count: items.length })}
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
            : text('conversation.forward.send-to', { count: selection.size })}
        </Button>
      </footer>
      <FailureAlert kind={kind} failure={forwarding.failure} onClose={forwarding.closeFailure} />
    </div>
  )
}

const useTargets = (): ForwardTargets => {
  const account = useAccount()
  const conversations = useReadable(account.conversations)
  const friends = useReadable(account.friends)
  const { locale } = useLocale()
  return useMemo(() => forwardTargets(conversations, friends, locale), [conversations, friends, locale])
}

interface ListsProps {
  readonly targets: ForwardTargets
  readonly choosing: Choosing
}

const nobody: ReadonlySet<string> = new Set()

const tabs = ['recent', 'friends', 'groups'] as const

const TargetTabs = ({ targets, choosing }: ListsProps) => {
  const text = useText()
  const [selected, setSelected] = useState<(typeof tabs)[number]>('recent')
  return (
    <Tabs
      label={text('conversation.forward.title')}
      isFilling
      selected={selected}
      onSelect={(id) => setSelected(tabs.find((tab) => tab === id) ?? 'recent')}
      items={tabs.map((tab) => {
        const List = tab === 'recent' ? RecentList : TargetList
        const label = text(`conversation.forward.${tab}`)
        return {
          id: tab,
          label,
          content: (
            <List
              label={label}
              targets={targets[tab]}
              selection={choosing.selection}
              emptyText={text('conversation.forward.empty')}
              onChoose={choosing.choose}
              onToggleAll={choosing.toggleAll}
            />
          ),
        }
      })}
    />
  )
}

const Found = ({ keyword, targets, choosing }: ListsProps & { readonly keyword: string }) => {
  const text = useText()
  const wanted = useDeferredValue(keyword)
  const found = useMemo(
    () => searchTargets(wanted, [...targets.friends, ...targets.groups]),
    [wanted, targets],
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
