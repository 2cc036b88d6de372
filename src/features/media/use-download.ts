import type { MouseEvent } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import { type Download, type DownloadKind, downloadOf } from '#domain/media/download.ts'
import type { Medium } from '#domain/media/media-item.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { saveFile } from '#src/platform/save-file.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { saveWithPass } from './save-with-pass.ts'

const kindNames: Readonly<Record<DownloadKind, string>> = {
  picture: 'conversation.picture.alt',
  sticker: 'conversation.sticker',
  video: 'conversation.video',
  audio: 'conversation.sound',
  file: 'media.file',
}

/** The file of a medium under a name that says something; a refusal when it has none [MEDIA-37]. */
export const useDownloadOf = (): ((medium: Omit<Medium, 'key'>) => Outcome<Download>) => {
  const text = useText()
  return (medium) => downloadOf(medium, { kindName: (kind) => text(kindNames[kind]), at: medium.sentAt })
}

/** Saves a file; says so, with a way to try again, when it cannot be had. */
export const useSaving = (): ((file: Download) => void) => {
  const text = useText()
  const toasts = useToasts()
  const { media } = useAccount()
  const save = async (file: Download): Promise<void> => {
    const isInPage = import.meta.env.IN_PAGE_BACKEND === true
    if (await saveWithPass(media, () => saveFile(file, isInPage))) return
    toasts.show({
      kind: 'error',
      text: text('media.download-failed', { name: file.name }),
      action: { label: text('common.retry'), onPress: () => void save(file) },
    })
  }
  return (file) => void save(file)
}

/** What makes a link save a file; nothing is ever opened as a page [MEDIA-37 MSG-08]. */
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
