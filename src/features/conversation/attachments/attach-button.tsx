import { Paperclip } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'

/** What may be picked; the bytes are looked at afterwards, whatever a file is called. */
const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
]

/** Opens the platform's picker for pictures. */
export const AttachButton = ({ onPick }: { readonly onPick: (files: readonly File[]) => void }) => {
  const text = useText()
  return (
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={pictureTypes}
      onSelect={(files) => onPick([...(files ?? [])])}
    >
      <IconButton label={text('conversation.attach')} icon={<Paperclip aria-hidden="true" />} />
    </FileTrigger>
  )
}
