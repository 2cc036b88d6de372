import { useId } from 'react'
import {
  checkRequestRemark,
  maxRequestRemarkLength,
  requestRemark,
} from '#domain/forms/friend-request-form.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useForm } from '#src/features/forms/use-form.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'

interface RequestDialogProps {
  readonly person: FoundPerson
  readonly source: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSent: () => void
}

/** The words that go with a friend request; none means the own nickname introduces itself [FRIEND-21 FRIEND-22]. */
export const RequestDialog = ({ person, source, isOpen, onClose, onSent }: RequestDialogProps) => {
  const text = useText()
  const formId = useId()
  const { form, placeholder, submit } = useRequestForm(person, source, onSent)
  return (
    <Dialog
      title={text('contact.request.title')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isPending={form.isSubmitting}>
            {text('contact.request.send')}
          </Button>
        </>
      }
    >
      <p>{text('contact.request.to', { name: person.nickname })}</p>
      <form id={formId} ref={form.element} noValidate onSubmit={submit}>
        <TextField
          label={text('contact.request.remark')}
          {...form.field('remark')}
          placeholder={placeholder}
          autoFocus
        />
      </form>
    </Dialog>
  )
}

const useRequestForm = (person: FoundPerson, source: string, onSent: () => void) => {
  const text = useText()
  const toasts = useToasts()
  const { contacts, profile } = useAccount()
  const nickname = useReadable(profile)?.nickname ?? ''
  const placeholder = text('contact.request.default', { nickname })
  const form = useForm({
    initial: { remark: '' },
    wireFields: { Remark: 'remark' },
    check: ({ remark }) => ({ remark: checkRequestRemark(remark) }),
    rules: { remark: { kind: 'text', longest: maxRequestRemarkLength } },
  })
  const submit = form.submitting(async ({ remark }) => {
    const outcome = await contacts.apply({
      userId: person.userId,
      remark: requestRemark(remark, placeholder),
      chatId: person.chatId,
      source,
    })
    if (!outcome.isOk) return outcome
    toasts.show({ kind: 'success', text: text('contact.request.sent') })
    onSent()
    return outcome
  })
  return { form, placeholder, submit }
}
