import { type ReactNode, useId } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import type { FieldError } from '#domain/forms/field-rule.ts'
import {
  checkNickname,
  checkSignature,
  maxNicknameLength,
  maxSignatureLength,
} from '#domain/forms/profile-form.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useForm } from '../forms/use-form.ts'
import { useSubmissionWithToast } from '../forms/use-submission.ts'
import { MyPage } from './my-page.tsx'
import styles from './my-screen.module.css'

/** Edits the own nickname [ME-06 ME-07 ME-10 ME-11]. */
export const NicknameEditor = () => {
  const account = useAccount()
  const profile = useReadable(account.profile)
  if (profile === undefined) return null
  return (
    <Editor
      {...{ titleId: 'my.nickname.edit', labelId: 'contact.nickname', field: 'nickname' }}
      current={profile.nickname}
      maximum={maxNicknameLength}
      check={checkNickname}
      save={account.rename}
    />
  )
}

/** Edits the own signature, which may be removed [ME-06 ME-07 ME-12]. */
export const SignatureEditor = () => {
  const account = useAccount()
  const profile = useReadable(account.profile)
  if (profile === undefined) return null
  return (
    <Editor
      {...{ titleId: 'my.signature.edit', labelId: 'contact.signature', field: 'signature' }}
      current={profile.signature}
      maximum={maxSignatureLength}
      isMultiLine
      check={checkSignature}
      save={account.changeSignature}
      removeLabelId="my.signature.remove"
    />
  )
}

interface EditorProps {
  /** Text ids. */
  readonly titleId: string
  readonly labelId: string
  readonly field: 'nickname' | 'signature'
  readonly current: string
  readonly maximum: number
  readonly isMultiLine?: boolean
  readonly check: (value: string) => FieldError | undefined
  readonly save: (value: string) => Promise<Outcome>
  /** Offers to remove the value. Text id. */
  readonly removeLabelId?: string
}

/** A dialog in the full frame, whose input is required [ME-13], and a page in compact ones. */
const Editor = (props: EditorProps) => {
  const text = useText()
  const goBack = useGoBack(paths.profile)
  const formId = useId()
  if (useFrameMode() !== 'full')
    return (
      <MyPage titleId={props.titleId} parent={paths.profile}>
        <ValueForm {...props} id={formId} isRequired={false} onDone={goBack}>
          {(state) => (
            <Button type="submit" variant="primary" isWide {...state}>
              {text('my.save')}
            </Button>
          )}
        </ValueForm>
      </MyPage>
    )
  return (
    <Dialog title={text(props.titleId)} isOpen onClose={goBack}>
      <ValueForm {...props} id={formId} isRequired onDone={goBack}>
        {(state) => (
          <div className={styles.actions}>
            {props.removeLabelId !== undefined && props.current !== '' && (
              <RemoveButton labelId={props.removeLabelId} save={props.save} onDone={goBack} />
            )}
            <Button onPress={goBack}>{text('common.cancel')}</Button>
            <Button type="submit" variant="primary" {...state}>
              {text('my.save')}
            </Button>
          </div>
        )}
      </ValueForm>
    </Dialog>
  )
}

interface SubmitState {
  readonly isPending: boolean
  readonly isDisabled: boolean
}

interface ValueFormProps extends EditorProps {
  readonly id: string
  /** Whether an empty value cannot be saved. */
  readonly isRequired: boolean
  readonly onDone: () => void
  /** The buttons below the field. */
  readonly children: (state: SubmitState) => ReactNode
}

/** Saves a changed, valid value (DEC-10). */
const ValueForm = ({
  id,
  field,
  current,
  check,
  save,
  isRequired,
  onDone,
  children,
  ...props
}: ValueFormProps) => {
  const text = useText()
  const toasts = useToasts()
  const form = useForm<string>({
    initial: { [field]: current },
    check: (values) => ({ [field]: check(values[field] ?? '') }),
  })
  const value = form.values[field] ?? ''
  const typed = value.trim()
  const canSave = typed !== current && form.isValid && !(isRequired && typed === '')
  const submit = form.submitting(async () => {
    const outcome = await save(typed)
    if (!outcome.isOk) return outcome
    toasts.show({ kind: 'success', text: text('my.saved') })
    onDone()
    return outcome
  })
  const { error, ...binding } = form.field(field)
  const fault = check(value)
  const shownError = error ?? (typed !== current && fault ? text(fault.key, fault.values) : undefined)
  return (
    <form id={id} ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={text(props.labelId)}
        {...binding}
        error={shownError}
        maximum={props.maximum}
        isMultiLine={props.isMultiLine ?? false}
        isRequired={isRequired}
        autoComplete="off"
        autoFocus
      />
      {children({ isPending: form.isSubmitting, isDisabled: !canSave })}
    </form>
  )
}

interface RemoveButtonProps extends Pick<EditorProps, 'save'> {
  readonly labelId: string
  readonly onDone: () => void
}

const RemoveButton = ({ labelId, save, onDone }: RemoveButtonProps) => {
  const text = useText()
  const submission = useSubmissionWithToast()
  const remove = () =>
    submission.submit(async () => {
      const outcome = await save('')
      if (outcome.isOk) onDone()
      return outcome
    })
  return (
    <Button variant="quiet" isPending={submission.isSubmitting} onPress={remove}>
      {text(labelId)}
    </Button>
  )
}
