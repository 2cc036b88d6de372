import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react'
import type { MediaOperations } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { type Download, type DownloadKind, downloadOf } from '#domain/media/download.ts'
import type { MediaItem } from '#domain/media/media-item.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { saveFile } from '#src/platform/save-file.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'

const kindNames: Readonly<Record<DownloadKind, string>> = {
  picture: 'conversation.picture.alt',
  sticker: 'conversation.sticker',
  video: 'conversation.video',
  audio: 'conversation.sound',
  file: 'media.file',
}

/** Returns a function that names the file of a media item; its result is rejected if there is no file [MEDIA-37]. */
export const useDownloadOf = (): ((item: Omit<MediaItem, 'key'>) => Outcome<Download>) => {
  const text = useText()
  return (item) => downloadOf(item, { kindName: (kind) => text(kindNames[kind]), at: item.sentAt })
}

/** Returns a function that saves a file. A failure shows a toast with a retry action. */
export const useSaving = (): ((file: Download) => void) => {
  const text = useText()
  const toasts = useToasts()
  const { media } = useAccount()
  const save = async (file: Download): Promise<void> => {
    const isInPage = import.meta.env.IN_PAGE_BACKEND === true
    if (await saveWithFileCookie(media, () => saveFile(file, isInPage))) return
    toasts.show({
      kind: 'error',
      text: text('media.download-failed', { name: file.name }),
      action: { label: text('common.retry'), onPress: () => void save(file) },
    })
  }
  return (file) => void save(file)
}

/** Returns the props that make a link save a file; it never opens as a page [MEDIA-37 MSG-08]. */
export const useSavingLink = () => {
  const save = useSaving()
  return (file: Download) => ({
    href: file.path,
    download: file.name,
    onClick(event: MouseEvent) {
      event.preventDefault()
      save(file)
    },
  })
}

/**
 * Saves with the account's file access token (DEC-114), and a second time with a new token because the first may have
 * expired. Resolves to false if both fail.
 */
export async function saveWithFileCookie(
  { ensureFileCookie }: Pick<MediaOperations, 'ensureFileCookie'>,
  save: () => Promise<boolean>,
): Promise<boolean> {
  if ((await ensureFileCookie(false)) && (await save())) return true
  return (await ensureFileCookie(true)) && save()
}

interface SavingLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'download' | 'onClick'> {
  readonly file: Download
}

/** A link that saves a file under its name [MEDIA-37]. */
export const SavingLink = ({ file, ...props }: SavingLinkProps) => {
  const toLink = useSavingLink()
  return <a {...props} {...toLink(file)} />
}

/** Whether this browser has access to the account's files (DEC-114). Request files only then. */
export const useFilePass = (): boolean => {
  const { media } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let isOver = false
    void media.ensureFileCookie().then((hasCookie) => {
      if (!isOver) setIsOpen(hasCookie)
    })
    return () => {
      isOver = true
    }
  }, [media])
  return isOpen
}
