import { strToU8, type Zippable, zipSync } from 'fflate';
import {
  BODY_SIZE,
  CELL_PADDING,
  columnWidths,
  fitPicture,
  roughWidth,
  type Sheet,
  type SheetColumn,
  type SheetRow,
} from './sheet.ts';
import { contentTypes, DRAWING, emu, lines, OFFICE, pictureFill, relations, xml, XML_HEAD } from './xml.ts';

const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Title, facts, headings: rows begin at the fourth. */
const ABOVE = 3;
const STYLE = { title: 1, facts: 2, heading: 3, text: 4, centred: 5, seconds: 6 };
const LINE_POINTS = 14;
const ROW_POINTS_MAX = 409;
const ROW_PADDING = 6;

/** A workbook of the board: the headings stay in sight and come again on every page that is printed. */
export function writeXlsx(sheet: Sheet): Uint8Array {
  const pictures = sheet.rows.flatMap(({ picture }) => picture ?? []);
  const files: Zippable = {
    '[Content_Types].xml': strToU8(
      contentTypes({
        '/xl/workbook.xml': `${TYPE}.sheet.main+xml`,
        '/xl/worksheets/sheet1.xml': `${TYPE}.worksheet+xml`,
        '/xl/styles.xml': `${TYPE}.styles+xml`,
        ...(pictures.length > 0 && {
          '/xl/drawings/drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml',
        }),
      }),
    ),
    '_rels/.rels': strToU8(relations([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }])),
    'xl/_rels/workbook.xml.rels': strToU8(
      relations([
        { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
        { id: 'rId2', type: 'styles', target: 'styles.xml' },
      ]),
    ),
    'xl/workbook.xml': strToU8(workbookOf(sheet.tab ?? '分镜')),
    'xl/styles.xml': strToU8(STYLES),
    'xl/worksheets/sheet1.xml': strToU8(worksheetOf(sheet, pictures.length > 0)),
  };
  if (pictures.length > 0) {
    const images = pictures.map((_, n) => ({
      id: `rId${n + 1}`,
      type: 'image',
      target: `../media/image${n + 1}.jpeg`,
    }));
    files['xl/worksheets/_rels/sheet1.xml.rels'] = strToU8(
      relations([{ id: 'rId1', type: 'drawing', target: '../drawings/drawing1.xml' }]),
    );
    files['xl/drawings/_rels/drawing1.xml.rels'] = strToU8(relations(images));
    files['xl/drawings/drawing1.xml'] = strToU8(drawingOf(sheet));
    pictures.forEach(({ jpeg }, n) => (files[`xl/media/image${n + 1}.jpeg`] = [jpeg, { level: 0 }]));
  }
  return zipSync(files, { level: 6 });
}

const workbookOf = (tab: string) => lines`${XML_HEAD}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}/relationships">
  <sheets><sheet name="${tab}" sheetId="1" r:id="rId1"/></sheets>
  <definedNames>
  <definedName name="_xlnm.Print_Titles" localSheetId="0">${tab}!$${ABOVE}:$${ABOVE}</definedName>
  </definedNames></workbook>`;

const font = (size: number, rest = '') => `<font>${rest}<sz val="${size}"/><name val="微软雅黑"/></font>`;
const APPLIED = ['Font', 'Alignment', 'NumberFormat', 'Border', 'Fill'].map((what) => `apply${what}="1"`).join(' ');
const look = (fontId: number, rest: string, alignment: string, format = 0) =>
  `<xf numFmtId="${format}" fontId="${fontId}" xfId="0" ${APPLIED} ${rest}><alignment ${alignment}/></xf>`;
const SIDES = ['left', 'right', 'top', 'bottom'].map(
  (side) => `<${side} style="thin"><color rgb="FFBFBFBF"/></${side}>`,
);
const PLAIN = 'fillId="0" borderId="0"';
const BOXED = 'fillId="0" borderId="1"';
const STYLES = lines`${XML_HEAD}<styleSheet xmlns="${SHEETS}">
  <numFmts count="1"><numFmt numFmtId="164" formatCode="0.0##"/></numFmts>
  <fonts count="4">${font(10)}${font(16, '<b/>')}${font(10, '<b/>')}
  <font><sz val="10"/><color rgb="FF666666"/><name val="微软雅黑"/></font></fonts>
  <fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
  <fill><patternFill patternType="solid"><fgColor rgb="FFF0F0F0"/></patternFill></fill></fills>
  <borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>
  <border>${SIDES.join('')}<diagonal/></border></borders>
  <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
  <cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
  ${look(1, PLAIN, 'vertical="center"')}
  ${look(3, PLAIN, 'vertical="center"')}
  ${look(2, 'fillId="2" borderId="1"', 'horizontal="center" vertical="center" wrapText="1"')}
  ${look(0, BOXED, 'vertical="top" wrapText="1"', 49)}
  ${look(0, BOXED, 'horizontal="center" vertical="top" wrapText="1"')}
  ${look(0, BOXED, 'horizontal="center" vertical="top"', 164)}
  </cellXfs></styleSheet>`;

function worksheetOf(sheet: Sheet, hasPictures: boolean): string {
  const { title, facts, columns, rows } = sheet;
  const widths = columnWidths(sheet);
  const cols = widths.map((width, n) => {
    return `<col min="${n + 1}" max="${n + 1}" width="${lettersOf(width).toFixed(2)}" customWidth="1"/>`;
  });
  const headings = columns.map(({ name }, n) => textCell(`${letter(n)}${ABOVE}`, name, STYLE.heading));
  const last = letter(columns.length - 1);
  const merges = [1, 2].map((row) => `<mergeCell ref="A${row}:${last}${row}"/>`).join('');
  return lines`${XML_HEAD}<worksheet xmlns="${SHEETS}" xmlns:r="${OFFICE}/relationships">
    <sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
    <sheetViews><sheetView workbookViewId="0" showGridLines="0">
    <pane ySplit="${ABOVE}" topLeftCell="A${ABOVE + 1}" activePane="bottomLeft" state="frozen"/>
    </sheetView></sheetViews>
    <sheetFormatPr defaultRowHeight="16"/><cols>${cols.join('')}</cols>
    <sheetData>
    <row r="1" ht="28" customHeight="1">${textCell('A1', title, STYLE.title)}</row>
    <row r="2" ht="18" customHeight="1">${textCell('A2', facts, STYLE.facts)}</row>
    <row r="${ABOVE}" ht="22" customHeight="1">${headings.join('')}</row>
    ${rows.map((row, r) => rowOf(row, ABOVE + 1 + r, columns, widths)).join('')}</sheetData>
    ${columns.length > 1 ? `<mergeCells count="2">${merges}</mergeCells>` : ''}
    <pageMargins left="0.4" right="0.4" top="0.4" bottom="0.6" header="0.3" footer="0.3"/>
    <pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>
    <headerFooter><oddFooter>&amp;R&amp;P / &amp;N</oddFooter></headerFooter>
    ${hasPictures ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;
}

function rowOf(row: SheetRow, at: number, columns: SheetColumn[], widths: number[]): string {
  const cells = columns.map(({ kind }, n) => {
    const text = kind === 'picture' ? (row.picture?.note ?? '') : (row.cells[n] ?? '');
    const place = `${letter(n)}${at}`;
    const isNumber = (kind === 'seconds' || kind === 'number') && text !== '';
    if (!isNumber) return textCell(place, text, kind === 'text' ? STYLE.text : STYLE.centred);
    return `<c r="${place}" s="${kind === 'seconds' ? STYLE.seconds : STYLE.centred}"><v>${Number(text)}</v></c>`;
  });
  return `<row r="${at}" ht="${heightOf(row, widths).toFixed(1)}" customHeight="1">${cells.join('')}</row>`;
}

/** Excel counts in letters of its own font; 5.6 points each come near enough. */
function lettersOf(points: number): number {
  return points / 5.6;
}

function heightOf({ cells, picture }: SheetRow, widths: number[]): number {
  const counts = cells.map((text, n) => {
    const room = Math.max(10, (widths[n] ?? 0) - 2 * CELL_PADDING);
    return text
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(roughWidth(line, BODY_SIZE * 1.15) / room)), 0);
  });
  const words = Math.max(1, ...counts) * LINE_POINTS;
  const shown = picture ? fitPicture(picture).height + (picture.note ? LINE_POINTS : 0) : 0;
  return Math.min(ROW_POINTS_MAX, Math.max(words, shown) + ROW_PADDING);
}

/** Words stand in their cell: a formula that somebody typed stays a text. */
function textCell(place: string, text: string, style: number): string {
  if (text === '') return `<c r="${place}" s="${style}"/>`;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
}

/** A to Z, then AA, AB and so on. */
function letter(column: number): string {
  const before = column >= 26 ? letter(Math.floor(column / 26) - 1) : '';
  return before + String.fromCharCode(65 + (column % 26));
}

function drawingOf({ columns, rows }: Sheet): string {
  const column = columns.findIndex(({ kind }) => kind === 'picture');
  const shown = rows.flatMap(({ picture }, r) => (picture ? [{ picture, at: ABOVE + r }] : []));
  const anchors = shown.map(({ picture, at }, n) => {
    const size = fitPicture(picture);
    const below = picture.note ? LINE_POINTS : 0;
    return lines`<xdr:oneCellAnchor><xdr:from>
      <xdr:col>${column}</xdr:col><xdr:colOff>${emu(CELL_PADDING)}</xdr:colOff>
      <xdr:row>${at}</xdr:row><xdr:rowOff>${emu(ROW_PADDING / 2 + below)}</xdr:rowOff></xdr:from>
      <xdr:ext cx="${emu(size.width)}" cy="${emu(size.height)}"/>
      <xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${n + 2}" name="画面 ${n + 1}" descr="${xml(picture.alt)}"/>
      <xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>
      ${pictureFill('xdr', `rId${n + 1}`, size)}</xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
  });
  const names = [`xmlns:xdr="${DRAWING}/spreadsheetDrawing"`, `xmlns:a="${DRAWING}/main"`];
  const drawing = [...names, `xmlns:r="${OFFICE}/relationships"`].join(' ');
  return `${XML_HEAD}<xdr:wsDr ${drawing}>${anchors.join('')}</xdr:wsDr>`;
}
