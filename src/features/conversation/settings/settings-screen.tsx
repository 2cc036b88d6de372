import { Link, Navigate } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { Eraser, Images, Search, TriangleAlert, UsersRound } from 'lucide-react'
import { useId, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { nearestTimerPreset, standardTimerSeconds, timerPresets } from '#domain/disappearing/timer-presets.ts'
import { canOnlyRead } from '#domain/group/roles.ts'
import { timerSettingMachine } from '#machines/disappearing/timer-setting-machine.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { useInspectOption } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { LinkRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { linkTo, pathOf, useOpenConversation } from '../../conversation-list/link-to.ts'
import { GroupExit } from '../../groups/group-panel.tsx'
import { GroupEntries, LeaveGroup } from '../../groups/group-settings.tsx'
import { useDuration } from '../use-viewpoint.ts'
import styles from './settings-screen.module.css'

/**
 * The route of the conversation settings [ROUTE-12]. It leaves a group that is gone. A one-to-one conversation that is not in
 * the list opens without its settings, and says whether it is available.
 */
export const SettingsScreen = () => {
  const text = useText()
  const id = useOpenConversation()
  const account = useAccount()
  const goBack = useGoBack(id === undefined ? paths.messages : pathOf(id))
  const summary = useSelected(account.conversations, (all) => all.find((one) => one.id === id))
  const hasLoaded = useReadable(account.hasLoadedConversations)
  const [wasListed, setWasListed] = useState(summary !== undefined)
  if (summary !== undefined && !wasListed) setWasListed(true)
  if (id !== undefined && summary === undefined && hasLoaded) {
    if (parseConversationId(id).kind === 'group') return <GroupExit />
    if (!wasListed) return <Navigate to={pathOf(id)} replace />
  }
  return (
    <Panel title={text('conversation.settings')} onBack={goBack}>
      <div className={styles.content}>
        {summary === undefined ? <SkeletonList rows={1} /> : <ConversationSettings conversation={summary} />}
      </div>
    </Panel>
  )
}

/**
 * The settings of a conversation. Entries about the other person exist in one-to-one conversations only; readers of a
 * channel have fewer entries (DEC-182) [SESS-55 SESS-56 SESS-57 SESS-58 SESS-59 SESS-60 SESS-61 GROUP-25 GROUP-26
 * VIEW-43].
 */
export const ConversationSettings = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const isDirect = conversation.kind === 'direct'
  const { group } = conversation
  return (
    <>
      {group && <GroupEntries group={{ ...conversation, group }} />}
      {isDirect && <ContactLink conversation={conversation} />}
      {isDirect && <NewGroupLink conversation={conversation} />}
      <MediaLink id={conversation.id} />
      <FindLink conversation={conversation} />
      {isDirect && <TimerSetting conversation={conversation} />}
      <OwnSettings conversation={conversation} />
      <ReportLink conversation={conversation} />
      {!(group && canOnlyRead(group)) && <ClearMessages conversation={conversation} />}
      {group && <LeaveGroup group={{ ...conversation, group }} />}
    </>
  )
}

/**
 * The user's own settings of a conversation: muted and pinned [SESS-58]. A change shows immediately and is rolled back
 * with a toast when the server rejects it.
 */
const OwnSettings = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const account = useAccount()
  const { id, isMuted, isPinned } = conversation
  return (
    <section className={styles.setting} aria-label={text('conversation.own-settings')}>
      <Switch
        label={text('conversation.mute')}
        isOn={isMuted}
        onChange={(isOn) => void account.setMuted(id, isOn)}
      />
      <Switch
        label={text('conversation.pin')}
        isOn={isPinned}
        onChange={(isOn) => void account.setPinned(id, isOn)}
      />
    </section>
  )
}

/** Asks once, then clears every message of the conversation from this device [SESS-60 LIFE-19]. */
const ClearMessages = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const account = useAccount()
  const toasts = useToasts()
  const [isAsking, setAsking] = useState(false)
  const clear = async () => {
    setAsking(false)
    const outcome = await account.dispatch({ type: 'ClearConversation', conversationId: conversation.id })
    if (outcome.isOk) toasts.show({ kind: 'success', text: text('conversation.cleared') })
    else toasts.show({ kind: 'error', text: text(outcome.rejection.key, outcome.rejection.values) })
  }
  return (
    <div className={styles.setting}>
      <Button variant="quiet-danger" icon={<Eraser aria-hidden="true" />} onPress={() => setAsking(true)}>
        {text('conversation.clear')}
      </Button>
      <ConfirmDialog
        title={text('conversation.clear-question', { name: conversation.title })}
        isOpen={isAsking}
        isDanger
        confirmLabel={text('conversation.clear')}
        onConfirm={() => void clear()}
        onClose={() => setAsking(false)}
      >
        <p>{text('conversation.clear-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}

/** A link to the other person's page, except in the full frame, where the header has one [SESS-55]. */
export const ContactLink = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const frame = useFrameMode()
  const { avatarUrl, peerId, title } = conversation
  if (frame === 'full' || peerId === undefined) return null
  return (
    <Link
      to={paths.user}
      params={{ userId: String(peerId) }}
      search={{ source: 'contact' }}
      className={listRowTarget}
    >
      <LinkRow
        leading={<Avatar id={peerId} name={title} url={avatarUrl} />}
        title={<bdi>{title}</bdi>}
        detail={text('conversation.contact')}
      />
    </Link>
  )
}

/** A link that starts a group with the other person. Only friends can be its first members. */
const NewGroupLink = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const { peerId, title } = conversation
  const isFriend = useSelected(useAccount().friends, (all) => all.some(({ userId }) => userId === peerId))
  if (peerId === undefined || !isFriend) return null
  return (
    <Link to={paths.createGroup} search={{ with: String(peerId) }} className={listRowTarget}>
      <LinkRow
        leading={<RowIcon icon={UsersRound} isSmall />}
        title={<bdi>{text('group.create.with', { name: title })}</bdi>}
      />
    </Link>
  )
}

/** A link to the search in the conversation [SESS-59]. */
const FindLink = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const { to, params } = linkTo(conversation)
  return (
    <Link to={`${to}/search`} params={params} className={listRowTarget}>
      <LinkRow leading={<RowIcon icon={Search} isSmall />} title={text('conversation.find')} />
    </Link>
  )
}

/** A link to the media of the conversation [SESS-56]. */
const MediaLink = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const { to, params } = linkTo({ id })
  return (
    <Link to={`${to}/media`} params={params} hash="all" className={listRowTarget}>
      <LinkRow
        leading={<RowIcon icon={Images} isSmall />}
        title={text('media.title')}
        detail={text('media.hint')}
      />
    </Link>
  )
}

/** A link to the report screen of the conversation [SESS-61]. */
const ReportLink = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const { to, params } = linkTo(conversation)
  return (
    <Link to={`${to}/report`} params={params} className={listRowTarget}>
      <LinkRow
        leading={<RowIcon icon={TriangleAlert} tone="danger" isSmall />}
        title={text('conversation.report.link', { name: conversation.title })}
      />
    </Link>
  )
}

/** Disappearing messages: a switch, and its timer while it is on [SESS-57 BURN-02 BURN-03]. */
const TimerSetting = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const duration = useDuration()
  const hintId = useId()
  const { timerSeconds, change } = useTimerSetting(conversation)
  const { initialTimerSeconds = standardTimerSeconds } = conversation
  return (
    <section className={styles.setting} aria-label={text('conversation.vanish')} aria-describedby={hintId}>
      <Switch
        label={text('conversation.vanish')}
        isOn={timerSeconds > 0}
        onChange={(isOn) => change(isOn ? initialTimerSeconds : 0)}
      />
      {timerSeconds > 0 && (
        <Select
          label={text('conversation.vanish.after')}
          options={timerPresets.map((seconds) => ({ id: String(seconds), name: duration(seconds) }))}
          selected={String(nearestTimerPreset(timerSeconds))}
          onSelect={(id) => change(Number(id))}
        />
      )}
      <p id={hintId} className={styles.hint}>
        {text('conversation.vanish.hint')}
      </p>
    </section>
  )
}

/** A change shows immediately and is rolled back with a toast when the server rejects it. */
const useTimerSetting = ({ id, timerSeconds: saved = 0 }: ConversationSummary) => {
  const account = useAccount()
  const inspectOption = useInspectOption()
  const save = fromPromise<Outcome<unknown>, { readonly seconds: number }>(({ input }) =>
    account.setDisappearingTimer(id, input.seconds),
  )
  const [snapshot, send] = useMachine(timerSettingMachine.provide({ actors: { save } }), inspectOption)
  const timerSeconds = snapshot.matches('saving') ? snapshot.context.chosen : saved
  const change = (seconds: number) => {
    if (seconds !== timerSeconds) send({ type: 'timer.chosen', seconds })
  }
  return { timerSeconds, change }
}
