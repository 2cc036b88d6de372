import { useMachine } from '@xstate/react'
import { useId } from 'react'
import { fromPromise } from 'xstate'
import { snapVanishSeconds, usualVanishSeconds, vanishPresets } from '#domain/burn/presets.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { timerSettingMachine } from '#machines/vanish-mode/timer-setting-machine.ts'
import { useInspectOption } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useDuration } from '../use-duration.ts'
import styles from './session-settings.module.css'

/** Vanish mode: a switch, and its timer while it is on [SESS-57 BURN-02 BURN-03]. */
export const VanishSetting = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const duration = useDuration()
  const hintId = useId()
  const { burnsAfter, change } = useVanish(conversation)
  const { vanishDefault = usualVanishSeconds } = conversation
  return (
    <section className={styles.setting} aria-label={text('conversation.vanish')} aria-describedby={hintId}>
      <Switch
        label={text('conversation.vanish')}
        isOn={burnsAfter > 0}
        onChange={(isOn) => change(isOn ? vanishDefault : 0)}
      />
      {burnsAfter > 0 && (
        <Select
          label={text('conversation.vanish.after')}
          options={vanishPresets.map((seconds) => ({ id: String(seconds), name: duration(seconds) }))}
          selected={String(snapVanishSeconds(burnsAfter))}
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
const useVanish = ({ id, burnsAfter: saved = 0 }: ConversationSummary) => {
  const account = useAccount()
  const inspectOption = useInspectOption()
  const save = fromPromise<Outcome<unknown>, { readonly seconds: number }>(({ input }) =>
    account.setDisappearingTimer(id, input.seconds),
  )
  const [snapshot, send] = useMachine(timerSettingMachine.provide({ actors: { save } }), inspectOption)
  const burnsAfter = snapshot.matches('saving') ? snapshot.context.chosen : saved
  const change = (seconds: number) => {
    if (seconds !== burnsAfter) send({ type: 'timer.chosen', seconds })
  }
  return { burnsAfter, change }
}
