import { useId, useState } from 'react'
import { type Application, applicationReplyLength } from '#domain/contacts/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useForm } from '#src/features/forms/use-form.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './application-thread.module.css'

/**
 * The replies of both people to an application, and a button that adds one while it is pending (DEC-222). Renders
 * nothing if the server does not support replies.
 */
export const ApplicationThread = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const { replies, nickname, status } = application
  if (!replies) return null
  return (
    <>
      {replies.length > 0 && (
        <ul aria-label={text('contact.applications.replies')} className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <bdi>
                {reply.isOwn
                  ? text('contact.applications.reply.own', { text: reply.text })
                  : text('contact.applications.reply.other', { name: nickname, text: reply.text })}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {status === 'pending' && <ReplyAction application={application} />}
    </>
  )
}

const ReplyAction = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  const formId = useId()
  const close = () => setIsOpen(false)
  const { form, submit } = useReplyForm(application, close)
  return (
    <span className={styles.action}>
      <Button variant="quiet" onPress={() => setIsOpen(true)}>
        {text('contact.applications.reply')}
      </Button>
      <Dialog
        title={text('contact.applications.reply.title', { name: application.nickname })}
        isOpen={isOpen}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>{text('common.cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" isPending={form.isSubmitting}>
              {text('contact.applications.reply.send')}
            </Button>
          </>
        }
      >
        <form id={formId} ref={form.element} noValidate onSubmit={submit}>
          <TextField label={text('contact.applications.reply.label')} {...form.field('reply')} autoFocus />
        </form>
      </Dialog>
    </span>
  )
}

/** The form keeps its text when the dialog is cancelled or the server rejects it, and is empty after a success. */
const useReplyForm = ({ applicationId }: Application, onSent: () => void) => {
  const { contacts } = useAccount()
  const form = useForm({
    initial: { reply: '' },
    rules: { reply: { kind: 'text', isRequired: true, longest: applicationReplyLength } },
  })
  const submit = form.submitting(async ({ reply }) => {
    const outcome = await contacts.reply(applicationId, reply.trim())
    if (outcome.isOk) {
      form.change('reply', '')
      onSent()
    }
    return outcome
  })
  return { form, submit }
}
