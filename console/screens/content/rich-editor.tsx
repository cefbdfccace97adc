import { createEmptyHistoryState, registerHistory } from '@lexical/history'
import { $isLinkNode, $toggleLink, LinkNode } from '@lexical/link'
import {
  $isListNode,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  ListItemNode,
  ListNode,
  registerList,
  REMOVE_LIST_COMMAND,
} from '@lexical/list'
import {
  $createHeadingNode,
  $createQuoteNode,
  $isHeadingNode,
  $isQuoteNode,
  HeadingNode,
  QuoteNode,
  registerRichText,
} from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_LOW,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  createEditor,
  FORMAT_TEXT_COMMAND,
  HISTORY_MERGE_TAG,
  PASTE_COMMAND,
  REDO_COMMAND,
  UNDO_COMMAND,
} from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hostedTexts } from '../../texts/english/hosted'
import { useTexts } from '../../texts/texts'
import { Toolbar, ToolButton } from '../../ui/button'
import { FormDialog } from '../../ui/dialog'
import { Select, TextField } from '../../ui/fields'
import { $toBlocks, $toHtml, HtmlBlockNode, toHtmlNodes } from './rich-nodes'
import './rich-editor.css'

interface RichEditorProps {
  label: string
  /** Initial content; later values are not read. */
  nodes: readonly unknown[]
  onChange: (html: string) => void
  /** Sanitizes pasted HTML on the server. */
  readPasted: (html: string) => Promise<readonly unknown[]>
  onPlainPaste: (reason: unknown) => void
}

const UNDO_MERGES_MS = 500

type Block = 'p' | 'h2' | 'h3' | 'h4' | 'quote' | 'list' | 'other'

interface Look {
  block: Block
  list: 'bullet' | 'number' | null
  bold: boolean
  italic: boolean
  strikethrough: boolean
  link: string | null
}

const plain: Look = { block: 'p', list: null, bold: false, italic: false, strikethrough: false, link: null }

/** State of the selection, for the toolbar. */
function $readLook(): Look {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return plain
  const at = selection.anchor.getNode()
  const parents = [at, ...at.getParents()]
  const top = parents.find((node) => node.getParent() === $getRoot())
  const list = parents.find((node) => $isListNode(node))
  const link = parents.find((node) => $isLinkNode(node))
  const tag = $isHeadingNode(top) ? top.getTag() : null
  const block: Block =
    tag === 'h2' || tag === 'h3' || tag === 'h4'
      ? tag
      : tag
        ? 'other'
        : $isQuoteNode(top)
          ? 'quote'
          : $isListNode(top)
            ? 'list'
            : 'p'
  return {
    block,
    list: $isListNode(list) ? (list.getListType() === 'number' ? 'number' : 'bullet') : null,
    bold: selection.hasFormat('bold'),
    italic: selection.hasFormat('italic'),
    strikethrough: selection.hasFormat('strikethrough'),
    link: $isLinkNode(link) ? link.getURL() : null,
  }
}

/** Text with formatting. Nothing here makes elements from text: pasted HTML comes back from the server as a tree. */
export default function RichEditor({ label, nodes, onChange, readPasted, onPlainPaste }: RichEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const [editor] = useState(makeEditor)
  const [look, setLook] = useState(plain)
  const [can, setCan] = useState({ undo: false, redo: false })
  const fill = useEffectEvent(() => $fill(nodes))
  const paste = useEffectEvent((html: string, text: string) => {
    void readPasted(html).then(
      (tree) => editor.update(() => $insertNodes($toBlocks(toHtmlNodes([...tree]), { isLossy: true }))),
      (error: unknown) => {
        editor.update(() => $insertText(text))
        onPlainPaste(error)
      },
    )
  })
  const changed = useEffectEvent((html: string) => onChange(html))
  useEffect(() => {
    editor.setRootElement(root.current)
    editor.update(fill, { tag: HISTORY_MERGE_TAG, discrete: true })
    const cleanups = [
      registerRichText(editor),
      registerList(editor),
      registerHistory(editor, createEmptyHistoryState(), UNDO_MERGES_MS),
      ...registerInput(editor, paste),
      ...registerLook(editor, { setLook, setCan }),
      registerChanges(editor, changed),
    ]
    return () => {
      for (const cleanup of cleanups) cleanup()
      editor.setRootElement(null)
    }
  }, [editor])
  return (
    <div className="rich-editor">
      <Tools editor={editor} look={look} can={can} />
      <div
        ref={root}
        className="rich-text"
        contentEditable
        suppressContentEditableWarning
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a textarea has no formatting
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={label}
        spellCheck
        dir="auto"
      />
    </div>
  )
}

const makeEditor = (): LexicalEditor =>
  createEditor({
    namespace: 'hosted-content',
    nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode, HtmlBlockNode],
    theme: { text: { underline: 'underlined', strikethrough: 'struck', underlineStrikethrough: 'underlined struck' } },
    onError: (error) => {
      throw error
    },
  })

function $fill(nodes: readonly unknown[]): void {
  $getRoot()
    .clear()
    .append(...$toBlocks(toHtmlNodes([...nodes]), { isLossy: false }))
  if ($getRoot().isEmpty()) $getRoot().append($createParagraphNode())
}

/** Calls back with the HTML after each edit, not after the initial fill. */
const registerChanges = (editor: LexicalEditor, onChange: (html: string) => void) =>
  editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, tags }) => {
    if ((dirtyElements.size > 0 || dirtyLeaves.size > 0) && !tags.has(HISTORY_MERGE_TAG))
      onChange(editorState.read(() => $toHtml($getRoot().getChildren())))
  })

interface LookSetters {
  setLook: (look: Look) => void
  setCan: (change: (was: { undo: boolean; redo: boolean }) => { undo: boolean; redo: boolean }) => void
}

/** Keeps the toolbar up to date. */
function registerLook(editor: LexicalEditor, { setLook, setCan }: LookSetters) {
  const setUndo = (undo: boolean): false => {
    setCan((was) => ({ ...was, undo }))
    return false
  }
  const setRedo = (redo: boolean): false => {
    setCan((was) => ({ ...was, redo }))
    return false
  }
  return [
    editor.registerCommand(CAN_UNDO_COMMAND, setUndo, COMMAND_PRIORITY_LOW),
    editor.registerCommand(CAN_REDO_COMMAND, setRedo, COMMAND_PRIORITY_LOW),
    editor.registerUpdateListener(({ editorState }) => setLook(editorState.read($readLook))),
  ]
}

function $insertText(text: string): void {
  const selection = $getSelection()
  if ($isRangeSelection(selection)) selection.insertRawText(text)
}

/** Takes all pasted and dropped input: the library would parse its HTML in the page, which the policy forbids. */
function registerInput(editor: LexicalEditor, paste: (html: string, text: string) => void) {
  const insert = (data: DataTransfer | null): void => {
    const [html, text] = [data?.getData('text/html') ?? '', data?.getData('text/plain') ?? '']
    if (html.trim() !== '') paste(html, text)
    else $insertText(text)
  }
  return [
    editor.registerCommand(
      PASTE_COMMAND,
      (event) => {
        event.preventDefault()
        insert('clipboardData' in event ? event.clipboardData : null)
        return true
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (event) => {
        if (typeof event === 'string' || !event.dataTransfer) return false
        insert(event.dataTransfer)
        return true
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  ]
}

interface ToolsProps {
  editor: LexicalEditor
  look: Look
  can: { undo: boolean; redo: boolean }
}

function Tools({ editor, look, can }: ToolsProps) {
  const t = useTexts(hostedTexts)
  const [isLinking, setLinking] = useState(false)
  const options: { value: Block; label: string }[] = [
    { value: 'p', label: t.paragraph },
    { value: 'h2', label: t.heading2 },
    { value: 'h3', label: t.heading3 },
    { value: 'h4', label: t.heading4 },
    { value: 'quote', label: t.quote },
    ...(look.block === 'other' ? [{ value: look.block, label: t.otherHeading }] : []),
    ...(look.block === 'list' ? [{ value: look.block, label: look.list === 'number' ? t.numbers : t.bullets }] : []),
  ]
  const setBlock = (block: Block) => applyBlock(editor, look, block)
  const setList = (list: 'bullet' | 'number') => toggleList(editor, look, list)
  const format = (name: 'bold' | 'italic' | 'strikethrough') => () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, name)
  return (
    <div className="rich-tools">
      <Select label={t.block} options={options} value={look.block} onChange={setBlock} />
      <Toolbar label={t.toolbar}>
        <ToolButton icon="bold" label={t.bold} isOn={look.bold} onPress={format('bold')} />
        <ToolButton icon="italic" label={t.italic} isOn={look.italic} onPress={format('italic')} />
        <ToolButton icon="strike" label={t.strike} isOn={look.strikethrough} onPress={format('strikethrough')} />
        <ToolButton icon="link" label={t.link} isOn={look.link !== null} onPress={() => setLinking(true)} />
        <ToolButton icon="bullets" label={t.bullets} isOn={look.list === 'bullet'} onPress={() => setList('bullet')} />
        <ToolButton icon="numbers" label={t.numbers} isOn={look.list === 'number'} onPress={() => setList('number')} />
        <ToolButton
          icon="undo"
          label={t.undo}
          isDisabled={!can.undo}
          onPress={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}
        />
        <ToolButton
          icon="redo"
          label={t.redo}
          isDisabled={!can.redo}
          onPress={() => editor.dispatchCommand(REDO_COMMAND, undefined)}
        />
      </Toolbar>
      {isLinking && <LinkDialog editor={editor} url={look.link ?? ''} onClose={() => setLinking(false)} />}
    </div>
  )
}

/** `list` and `other` only name what is there: they change nothing. */
function applyBlock(editor: LexicalEditor, look: Look, block: Block): void {
  if (block === 'list' || block === 'other') return
  if (look.list) editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined)
  editor.update(() => {
    const make = () =>
      block === 'p' ? $createParagraphNode() : block === 'quote' ? $createQuoteNode() : $createHeadingNode(block)
    $setBlocksType($getSelection(), make)
  })
  editor.focus()
}

function toggleList(editor: LexicalEditor, look: Look, list: 'bullet' | 'number'): void {
  if (look.list === list) editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined)
  else
    editor.dispatchCommand(list === 'number' ? INSERT_ORDERED_LIST_COMMAND : INSERT_UNORDERED_LIST_COMMAND, undefined)
}

const LINK = /^(?:https?:\/\/|mailto:|tel:|\/)\S+$|^\/$/iu

function LinkDialog({ editor, url, onClose }: { editor: LexicalEditor; url: string; onClose: () => void }) {
  const t = useTexts(hostedTexts)
  const [typed, setTyped] = useState(url)
  const address = typed.trim()
  const isWrong = address !== '' && !LINK.test(address)
  return (
    <FormDialog
      isOpen
      isModal
      onClose={onClose}
      title={t.linkTitle}
      action={t.linkSet}
      isDisabled={isWrong}
      onSubmit={() => {
        editor.update(() => $toggleLink(address === '' ? null : address))
        onClose()
      }}
    >
      <TextField
        label={t.linkUrl}
        hint={t.linkHint}
        autoComplete="off"
        spellCheck="false"
        value={typed}
        onChange={setTyped}
        error={isWrong ? t.linkWrong : null}
      />
    </FormDialog>
  )
}
