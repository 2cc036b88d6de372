import { type RefObject, useRef } from 'react'

interface AddStickerInput {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFiles: (files: readonly File[]) => void
}

/** The platform's own picker of pictures, opened by whatever clicks it. */
export const AddStickerInput = ({ input, onFiles }: AddStickerInput) => (
  <input
    ref={input}
    type="file"
    accept="image/*"
    multiple
    hidden
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])])
      // So that choosing the same file again is a choice too.
      currentTarget.value = ''
    }}
  />
)

export const useStickerInput = () => useRef<HTMLInputElement>(null)
