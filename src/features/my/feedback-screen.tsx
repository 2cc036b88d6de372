import { useEffect, useRef, useState } from 'react'
import {
  checkFeedbackContact,
  checkFeedbackContent,
  feedbackDelay,
  longestFeedback,
} from '#domain/forms/feedback-form.ts'
import { done } from '#domain/http/rejection.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { TimerHandle } from '#streams/ports.ts'
import { useForm } from '../forms/use-form.ts'
import { ScreenshotPicker } from '../report/report-screen.tsx'
import { MyPage } from './my-page.tsx'
import styles from './my-screen.module.css'

/** Contact, content and an optional screenshot [SET-03 SET-06]. It can be sent when it is complete [SET-07]. */
export const FeedbackScreen = () => {
  const text = useText()
  const [screenshot, setScreenshot] = useState<File>()
  const form = useForm({
    initial: { contact: '', content: '' },
    check: ({ contact, content }) => ({
      contact: checkFeedbackContact(contact),
      content: checkFeedbackContent(content),
    }),
  })
  const thank = useThanks()
  const tooLong = checkFeedbackContent(form.values.content)
  const fault = form.values.content.trim().length > longestFeedback ? tooLong : undefined
  const submit = form.submitting(async () => {
    await thank()
    return done
  })
  return (
    <MyPage titleId="my.feedback" parent={paths.general}>
      <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={text('my.feedback.contact')}
          description={text('my.feedback.contact.hint')}
          {...form.field('contact')}
          autoComplete="email"
          isRequired
        />
        <TextField
          label={text('my.feedback.content')}
          {...form.field('content')}
          error={fault && text(fault.key, fault.values)}
          maximum={longestFeedback}
          isMultiLine
          isRequired
        />
        <ScreenshotPicker picture={screenshot} onPick={setScreenshot} />
        <Button
          type="submit"
          variant="primary"
          isWide
          isDisabled={!form.isValid}
          isPending={form.isSubmitting}
        >
          {text('my.feedback.submit')}
        </Button>
      </form>
    </MyPage>
  )
}

/** Thanks after 400 ms and goes back, unless the page was left. Nothing is sent to the server [SET-08]. */
const useThanks = () => {
  const text = useText()
  const toasts = useToasts()
  const goBack = useGoBack(paths.general)
  const timer = useRef<TimerHandle>(undefined)
  useEffect(
    () => () => {
      if (timer.current) browserClock.clearTimeout(timer.current)
    },
    [],
  )
  return () =>
    new Promise<void>((resolve) => {
      timer.current = browserClock.setTimeout(() => {
        toasts.show({ kind: 'success', text: text('my.feedback.thanks') })
        resolve()
        goBack()
      }, feedbackDelay)
    })
}
