import { useSearch } from '@tanstack/react-router'
import { ImagePlus, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Label, RadioGroup, useLocale } from 'react-aria-components'
import type { Outcome } from '#domain/commands/command.ts'
import { checkReportDescription, checkScreenshot, longestDescription } from '#domain/forms/report-fields.ts'
import { rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { usePreview } from '#src/features/forms/picture-picker.tsx'
import { recogniseFile, stripPictureLocation } from '#src/platform/media/prepare-attachment.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { RadioRow } from '#src/ui/choice-row.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { ReportReason } from '#streams/api/reports.ts'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'
import { useForm } from '../forms/use-form.ts'
import styles from './report-screen.module.css'

/** The route that reports the other person or the group of a conversation [ROUTE-20]. */
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

interface ReportFormProps {
  readonly id: ConversationId
  readonly reasons: readonly ReportReason[]
  /** The reason id in the URL; an unknown one selects nothing [REPORT-05]. */
  readonly preselected: string | undefined
  readonly onDone: () => void
}

/**
 * The report form: reason, description and screenshot. It can be sent when it is complete [REPORT-01 REPORT-02
 * REPORT-03 REPORT-04].
 */
const ReportForm = ({ id, reasons, preselected, onDone }: ReportFormProps) => {
  const text = useText()
  const report = useReporting(id, onDone)
  const [reasonId, setReasonId] = useState(preselected)
  const [screenshot, setScreenshot] = useState<File>()
  const [wasLeft, setWasLeft] = useState(false)
  const form = useForm({
    initial: { description: '' },
    check: ({ description }) => ({ description: checkReportDescription(description) }),
  })
  const { description } = form.values
  const reason = reasons.find((one) => String(one.id) === reasonId)
  const isOver = description.trim().length > longestDescription
  const fault = wasLeft || isOver ? checkReportDescription(description) : undefined
  const submit = form.submitting(async () =>
    reason === undefined ? { isOk: true, value: undefined } : report({ reason, description, screenshot }),
  )
  return (
    <form ref={form.element} noValidate className={styles.form} onSubmit={submit}>
      <RadioGroup value={reason ? String(reason.id) : null} onChange={setReasonId}>
        <Label className={classNames(styles.label)}>{text('conversation.report.reasons')}</Label>
        <div className={styles.reasons}>
          {reasons.map((one) => (
            <RadioRow key={one.id} value={String(one.id)} name={one.text} isDense />
          ))}
        </div>
      </RadioGroup>
      <TextField
        {...form.field('description')}
        label={text('conversation.report.description')}
        placeholder={text('conversation.report.description-hint')}
        error={fault && text(fault.key, fault.values)}
        maximum={longestDescription}
        isMultiLine
        isRequired
        onBlur={() => setWasLeft(description !== '')}
      />
      <ScreenshotPicker picture={screenshot} onPick={setScreenshot} />
      <Button
        type="submit"
        variant="primary"
        isWide
        isDisabled={!form.isValid || reason === undefined}
        isPending={form.isSubmitting}
      >
        {text('conversation.report.submit')}
      </Button>
    </form>
  )
}

interface FilledReport {
  readonly reason: ReportReason
  readonly description: string
  readonly screenshot: File | undefined
}

/** Sends a report and shows the result. After a failure the form keeps its values [REPORT-07 REPORT-08]. */
const useReporting = (id: ConversationId, onDone: () => void) => {
  const text = useText()
  const account = useAccount()
  const toasts = useToasts()
  return async ({ screenshot, ...filled }: FilledReport) => {
    const report = await account.loadReporting()
    const outcome = await report(id, { ...filled, screenshot: screenshot && toUpload(screenshot) })
    if (!outcome.isOk) return { isOk: false, rejection: { key: 'conversation.report.submit-error' } } as const
    toasts.show({ kind: 'success', text: text('conversation.report.submit-success') })
    onDone()
    return outcome
  }
}

const toUpload = (file: File) => ({ name: file.name, type: file.type, size: file.size, content: file })

interface ScreenshotPickerProps {
  readonly picture: File | undefined
  readonly onPick: (picture: File | undefined) => void
}

/** The optional screenshot of a report [REPORT-03]. */
export const ScreenshotPicker = ({ picture, onPick }: ScreenshotPickerProps) => {
  const text = useText()
  const rejectionText = useRejectionText()
  const { media } = useAccount()
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreview(picture)
  const [error, setError] = useState<string>()
  const pick = async (file: File | undefined) => {
    if (file === undefined) return
    const { image } = await media.uploadLimits()
    const prepared = await prepareScreenshot(file, image)
    setError(prepared.isOk ? undefined : rejectionText(prepared.rejection))
    if (prepared.isOk) onPick(prepared.value)
  }
  return (
    <section aria-label={text('conversation.report.screenshot')} className={styles.screenshot}>
      <p className={styles.label}>{text('conversation.report.screenshot-optional')}</p>
      {picture !== undefined && preview !== undefined ? (
        <div className={styles.preview}>
          <img src={preview} alt={picture.name} className={styles.picture} />
          <span className={styles.remove}>
            <IconButton
              label={text('conversation.report.remove-screenshot')}
              icon={<X aria-hidden="true" />}
              onPress={() => onPick(undefined)}
            />
          </span>
        </div>
      ) : (
        <>
          <Button isWide icon={<ImagePlus aria-hidden="true" />} onPress={() => input.current?.click()}>
            {text('conversation.report.add-screenshot')}
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            onChange={({ currentTarget }) => {
              void pick(currentTarget.files?.[0])
              // Otherwise choosing the same file again fires no event.
              currentTarget.value = ''
            }}
          />
        </>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </section>
  )
}

/**
 * Returns the screenshot of a report without location metadata. Rejects a file that is no picture by its bytes, is
 * empty, is larger than `limit` MB or cannot be read [REPORT-03] (DEC-159).
 */
export async function prepareScreenshot(file: File, limit: number): Promise<Outcome<File>> {
  const { kind } = await recogniseFile(file)
  const fault = checkScreenshot({ kind, size: file.size }, limit)
  if (fault !== undefined) return rejectedBecause(fault)
  return stripPictureLocation(file).then(succeeded, () => rejectedBecause({ key: 'errors.invalid-file' }))
}
