import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import { checkScreenshot } from '#domain/forms/report-fields.ts'
import { refusedBecause, succeeded } from '#domain/http/refusal.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { pictureWithoutPlace } from '#src/platform/media/picture-without-place.ts'
import { recogniseFile } from '#src/platform/media/recognise-file.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { usePreview } from '#src/ui/use-preview.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './report.module.css'

interface ScreenshotPickerProps {
  readonly picture: File | undefined
  readonly onPick: (picture: File | undefined) => void
}

/** The optional screenshot of a report [REPORT-03]. */
export const ScreenshotPicker = ({ picture, onPick }: ScreenshotPickerProps) => {
  const text = useText()
  const refusalText = useRefusalText()
  const { media } = useAccount()
  const input = useRef<HTMLInputElement>(null)
  const preview = usePreview(picture)
  const [error, setError] = useState<string>()
  const pick = async (file: File | undefined) => {
    if (file === undefined) return
    const { image } = await media.uploadLimits()
    const taken = await takeScreenshot(file, image)
    setError(taken.isOk ? undefined : refusalText(taken.refusal))
    if (taken.isOk) onPick(taken.value)
  }
  return (
    <section aria-label={text('conversation.report.screenshot')} className={styles.screenshot}>
      <h3 className={styles.label}>{text('conversation.report.screenshot-optional')}</h3>
      {picture !== undefined && preview !== undefined ? (
        <div className={styles.preview}>
          <img src={preview} alt={picture.name} className={styles.picture} />
          <span className={styles.remove}>
            <IconButton
              label={text('conversation.report.remove-screenshot')}
              icon={<X aria-hidden="true" />}
              onPress={() => onPick(undefined)}
            />
          </span>
        </div>
      ) : (
        <>
          <Button isWide icon={<ImagePlus aria-hidden="true" />} onPress={() => input.current?.click()}>
            {text('conversation.report.add-screenshot')}
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            onChange={({ currentTarget }) => {
              void pick(currentTarget.files?.[0])
              // Otherwise choosing the same file again fires no event.
              currentTarget.value = ''
            }}
          />
        </>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </section>
  )
}

/**
 * Returns the screenshot of a report without location metadata. Rejects a file that is no picture by its bytes, is empty, is
 * larger than `limit` MB or cannot be read [REPORT-03] (DEC-159).
 */
export async function takeScreenshot(file: File, limit: number): Promise<Outcome<File>> {
  const { kind } = await recogniseFile(file)
  const fault = checkScreenshot({ kind, size: file.size }, limit)
  if (fault !== undefined) return refusedBecause(fault)
  return pictureWithoutPlace(file).then(succeeded, () => refusedBecause({ key: 'errors.invalid-file' }))
}
