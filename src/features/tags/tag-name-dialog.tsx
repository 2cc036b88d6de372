import { useId } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import { checkTagName, maxTagNameLength } from '#domain/tags/tag-rules.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useForm } from '../forms/use-form.ts'

interface TagNameDialogProps {
  readonly title: string
  /** The present name; empty for a new tag. */
  readonly name?: string
  readonly confirmLabel: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Receives the trimmed name. The dialog closes on success and stays with its text after a failure. */
  readonly onSubmit: (name: string) => Promise<Outcome<unknown>>
}

/** Asks for the name of a new tag or a new name of an old one [TAG-06 TAG-11]. */
export const TagNameDialog = ({ isOpen, ...props }: TagNameDialogProps) => {
  const text = useText()
  const formId = useId()
  return (
    <Dialog
      title={props.title}
      isOpen={isOpen}
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>{text('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary">
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <NameForm id={formId} {...props} />
    </Dialog>
  )
}

const NameForm = ({
  id,
  name = '',
  onClose,
  onSubmit,
}: Omit<TagNameDialogProps, 'isOpen'> & { readonly id: string }) => {
  const text = useText()
  const form = useForm({
    initial: { name },
    check: (values) => ({ name: checkTagName(values.name) }),
  })
  const submit = form.submitting(async (values) => {
    const outcome = await onSubmit(values.name.trim())
    if (!outcome.isOk) return outcome
    onClose()
    return { isOk: true, value: undefined }
  })
  return (
    <form id={id} ref={form.element} noValidate onSubmit={submit}>
      <TextField
        label={text('tags.name')}
        {...form.field('name')}
        maximum={maxTagNameLength}
        autoComplete="off"
        autoFocus
      />
    </form>
  )
}
