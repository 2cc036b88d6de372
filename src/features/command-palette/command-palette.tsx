import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Dialog, Input, Modal, ModalOverlay } from 'react-aria-components'
import { AriaLocale } from '#src/ui/aria-locale.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ListRow, RowIcon } from '#src/ui/list-row.tsx'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './command-palette.module.css'
import { commandSections, findCommands, type PaletteCommand, useCommands } from './palette-commands.ts'

interface CommandPaletteProps {
  readonly isOpen: boolean
  /** The text that the user typed while this component loaded. */
  readonly typed: string
  readonly onClose: () => void
  readonly onShowShortcuts: () => void
}

/**
 * A field that finds people, groups, settings and actions by name and opens them. It is a combobox whose list
 * is always open. Escape or a click outside closes it and returns the focus to the element that had it.
 */
export const CommandPalette = ({ isOpen, onClose, ...props }: CommandPaletteProps) => {
  const text = useText()
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen={isOpen}
        isDismissable
        onOpenChange={(next) => !next && onClose()}
        className={classNames(styles.overlay)}
      >
        <Modal className={classNames(styles.modal)}>
          <Dialog aria-label={text('commands.title')} className={classNames(styles.palette)}>
            <Palette {...props} onClose={onClose} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  )
}

type PaletteProps = Omit<CommandPaletteProps, 'isOpen'>

const Palette = ({ typed, onClose, onShowShortcuts }: PaletteProps) => {
  const text = useText()
  const id = useId()
  const navigate = useNavigate()
  const [keyword, setKeyword] = useState(typed)
  const [chosenKey, setChosenKey] = useState<string>()
  const commands = useCommands(onShowShortcuts)
  const matches = findCommands(commands, keyword)
  const options = commandSections.flatMap((section) => matches[section])
  // The best match is active until the user moves to another option.
  const active = options.find(({ key }) => key === chosenKey) ?? options[0]
  const run = ({ target }: PaletteCommand) => {
    onClose()
    if (typeof target === 'function') target()
    else void navigate(target)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || active === undefined) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) run(active)
    else setChosenKey(options.at((options.indexOf(active) + step) % options.length)?.key)
  }
  return (
    <>
      <div className={styles.field}>
        <Search aria-hidden="true" />
        <Input
          role="combobox"
          aria-label={text('commands.title')}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={active === undefined ? undefined : `${id}${active.key}`}
          placeholder={text('commands.placeholder')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(typed.length, typed.length)}
          value={keyword}
          onChange={({ currentTarget }) => {
            setKeyword(currentTarget.value)
            setChosenKey(undefined)
          }}
          onKeyDown={onKeyDown}
          className={classNames(styles.input)}
        />
      </div>
      <div id={id} role="listbox" aria-label={text('commands.results')} className={styles.list}>
        {commandSections.map((section) => (
          <Section key={section} title={text(`commands.${section}`)} commands={matches[section]}>
            {(command) => (
              <Option
                key={command.key}
                id={`${id}${command.key}`}
                command={command}
                isActive={command === active}
                onActivate={() => setChosenKey(command.key)}
                onRun={() => run(command)}
              />
            )}
          </Section>
        ))}
      </div>
      {options.length === 0 && <p className={styles.none}>{text('search.no-result', { keyword })}</p>}
      <VisuallyHidden role="status">{text('search.result-count', { count: options.length })}</VisuallyHidden>
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly commands: readonly PaletteCommand[]
  readonly children: (command: PaletteCommand) => ReactNode
}

const Section = ({ title, commands, children }: SectionProps) => {
  const titleId = useId()
  if (commands.length === 0) return null
  return (
    <fieldset aria-labelledby={titleId} className={styles.section}>
      <div id={titleId} className={styles.heading}>
        {title}
      </div>
      {commands.map(children)}
    </fieldset>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: PaletteCommand
  readonly isActive: boolean
  /** Called when the pointer moves over an option that is not active. */
  readonly onActivate: () => void
  readonly onRun: () => void
}

/**
 * An option. The field keeps the focus and handles the keys. The pointer makes an option active only when it moves,
 * because options also move below a pointer that stands still.
 */
const Option = ({ id, command, isActive, onActivate, onRun }: OptionProps) => {
  const { label, detail, picture } = command
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={isActive ? undefined : onActivate}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
      onKeyDown={undefined}
    >
      <ListRow
        leading={
          'id' in picture ? (
            <Avatar id={picture.id} name={label} url={picture.url} size="small" />
          ) : (
            <RowIcon icon={picture} isSmall />
          )
        }
        title={<bdi>{label}</bdi>}
        titleEnd={detail}
      />
    </div>
  )
}
