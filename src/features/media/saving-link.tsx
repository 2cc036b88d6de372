import type { ComponentProps } from 'react'
import type { Download } from '#domain/media/download.ts'
import { useSavingLink } from './use-download.ts'

interface SavingLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'download' | 'onClick'> {
  readonly file: Download
}

/** A link that saves a file under its name [MEDIA-37]. */
export const SavingLink = ({ file, ...props }: SavingLinkProps) => {
  const toLink = useSavingLink()
  return <a {...props} {...toLink(file)} />
}
