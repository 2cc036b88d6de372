import { useNavigate } from '@tanstack/react-router'
import { Bookmark, CircleAlert, Contact, FileUp, Image, Music, Paperclip } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { longestMessage } from '#domain/message/message-content.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf, useOpenConversation } from '../../conversation-list/link-to.ts'
import styles from './composer.module.css'
import { counterShownFrom } from './use-draft.ts'

interface FieldNoticesProps {
  /** The element id by which the textbox names the error as its description. */
  readonly errorId: string
  readonly error: string | undefined
  /** The length of the trimmed text, UTF-16 units. */
  readonly length: number
}

/** The error of what was written, and the length of a text that is nearly too long. */
export const FieldNotices = ({ errorId, error, length }: FieldNoticesProps) => {
  const text = useText()
  return (
    <>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {length > counterShownFrom && (
        <p className={styles.count} data-numeric="true">
          {text('conversation.length', { count: length, max: longestMessage })}
        </p>
      )}
    </>
  )
}

/** The button that submits the form. The icon is its child. */
export const SubmitButton = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) => (
  <button
    type="submit"
    aria-label={label}
    className={styles.send}
    // Keeps the focus in the textbox, and the keyboard of a phone open.
    onMouseDown={(event) => event.preventDefault()}
  >
    {children}
  </button>
)

/**
 * File types that the platform's picker offers for each entry. The file's bytes decide its kind afterwards, not its
 * name.
 */
const offers = {
  media: { accept: 'image/*,video/*,.heic,.heif,.avif', wanted: undefined },
  audio: { accept: 'audio/*', wanted: 'audio' },
  file: { accept: '', wanted: 'file' },
} as const satisfies Record<string, { accept: string; wanted: AttachmentKind | undefined }>
type Offer = keyof typeof offers
/** Returns whether an entry opens a sub-route of the conversation. */
const isPage = (id: string): boolean => id === 'contact' || id === 'collections'

const isOffer = (id: string): id is Offer => id in offers

interface AttachButtonProps {
  /** `wanted` is the kind that the user chose, where the choice overrides the bytes. */
  readonly onPick: (files: readonly File[], wanted?: AttachmentKind) => void
}

/**
 * The attachment menu: opens the platform's file picker, the contact picker or the collections [VIEW-15 VIEW-48
 * COLL-05].
 */
export const AttachButton = ({ onPick }: AttachButtonProps) => {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const offered = useRef<Offer>('media')
  const conversation = useOpenConversation()
  const navigate = useNavigate()
  const open = (id: string) => {
    if (isPage(id) && conversation !== undefined)
      return void navigate({ href: `${pathOf(conversation)}/${id}` })
    if (!isOffer(id) || !input.current) return
    offered.current = id
    input.current.accept = offers[id].accept
    input.current.click()
  }
  const take = ({ files }: HTMLInputElement) => onPick([...(files ?? [])], offers[offered.current].wanted)
  return (
    <>
      <Menu
        label={text('conversation.attach')}
        placement="top start"
        trigger={(target) => (
          <IconButton
            {...target}
            label={text('conversation.attach')}
            icon={<Paperclip aria-hidden="true" />}
          />
        )}
        entries={[
          { id: 'media', label: text('conversation.attach.media'), icon: <Image aria-hidden="true" /> },
          { id: 'audio', label: text('conversation.attach.audio'), icon: <Music aria-hidden="true" /> },
          { id: 'file', label: text('conversation.attach.file'), icon: <FileUp aria-hidden="true" /> },
          { id: 'contact', label: text('conversation.attach.contact'), icon: <Contact aria-hidden="true" /> },
          {
            id: 'collections',
            label: text('conversation.attach.collections'),
            icon: <Bookmark aria-hidden="true" />,
          },
        ]}
        onAction={open}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget)
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
