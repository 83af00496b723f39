import { strToU8, type Zippable, zipSync } from 'fflate';
import {
  columnWidths,
  fitPicture,
  INNER_WIDTH,
  PAPER,
  type Sheet,
  type SheetColumn,
  type SheetPicture,
  type SheetRow,
} from './sheet.ts';
import { contentTypes, DRAWING, emu, lines, OFFICE, pictureFill, relations, xml, XML_HEAD } from './xml.ts';

const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const NAMESPACES = [
  `xmlns:w="${WORDS}"`,
  `xmlns:r="${OFFICE}/relationships"`,
  `xmlns:wp="${DRAWING}/wordprocessingDrawing"`,
  `xmlns:a="${DRAWING}/main"`,
  `xmlns:pic="${DRAWING}/picture"`,
].join(' ');
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const twips = (points: number) => Math.round(points * 20);

/** A Word file of the board: one table whose heading comes again on every page. */
export function writeDocx(sheet: Sheet): Uint8Array {
  const pictures = sheet.rows.flatMap(({ picture }) => picture ?? []);
  const files: Zippable = {
    '[Content_Types].xml': strToU8(
      contentTypes({
        '/word/document.xml': `${TYPE}.document.main+xml`,
        '/word/styles.xml': `${TYPE}.styles+xml`,
        '/word/footer1.xml': `${TYPE}.footer+xml`,
      }),
    ),
    '_rels/.rels': strToU8(relations([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }])),
    'word/_rels/document.xml.rels': strToU8(
      relations([
        { id: 'rId1', type: 'styles', target: 'styles.xml' },
        { id: 'rId2', type: 'footer', target: 'footer1.xml' },
        ...pictures.map((_, n) => ({ id: `p${n + 1}`, type: 'image', target: `media/image${n + 1}.jpeg` })),
      ]),
    ),
    'word/document.xml': strToU8(documentOf(sheet, pictures)),
    'word/styles.xml': strToU8(STYLES),
    'word/footer1.xml': strToU8(footerOf(sheet)),
  };
  // A JPEG packs no further.
  pictures.forEach(({ jpeg }, n) => (files[`word/media/image${n + 1}.jpeg`] = [jpeg, { level: 0 }]));
  return zipSync(files, { level: 6 });
}

const STYLES = lines`${XML_HEAD}<w:styles xmlns:w="${WORDS}">
  <w:docDefaults>
  <w:rPrDefault><w:rPr>
  <w:rFonts w:ascii="Microsoft YaHei" w:hAnsi="Microsoft YaHei" w:eastAsia="微软雅黑"/>
  <w:sz w:val="17"/><w:szCs w:val="17"/><w:lang w:val="zh-CN" w:eastAsia="zh-CN"/>
  </w:rPr></w:rPrDefault>
  <w:pPrDefault><w:pPr><w:spacing w:before="0" w:after="0"/></w:pPr></w:pPrDefault>
  </w:docDefaults>
  <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
  <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/>
  <w:pPr><w:spacing w:after="60"/></w:pPr><w:rPr><w:b/><w:sz w:val="34"/></w:rPr></w:style>
  </w:styles>`;

const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
const BORDERS = SIDES.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`).join('');
const MARGINS = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${twips(PAPER.margin)}"`).join(' ');
const PAGE = lines`<w:sectPr><w:footerReference w:type="default" r:id="rId2"/>
  <w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>
  <w:pgMar ${MARGINS} w:header="300" w:footer="300" w:gutter="0"/></w:sectPr>`;

function documentOf(sheet: Sheet, pictures: SheetPicture[]): string {
  const widths = columnWidths(sheet).map(twips);
  const rows = sheet.rows.map((row) => rowOf(row, sheet.columns, widths, pictures));
  const table = lines`<w:tbl><w:tblPr>
    <w:tblW w:w="${widths.reduce((sum, width) => sum + width, 0)}" w:type="dxa"/>
    <w:tblBorders>${BORDERS}</w:tblBorders><w:tblLayout w:type="fixed"/>
    <w:tblCellMar><w:top w:w="50" w:type="dxa"/><w:left w:w="80" w:type="dxa"/>
    <w:bottom w:w="50" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar>
    </w:tblPr>
    <w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>
    ${headingOf(sheet, widths)}${rows.join('')}</w:tbl>`;
  const title = lines`<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>
    <w:r><w:t xml:space="preserve">${xml(sheet.title)}</w:t></w:r></w:p>`;
  const facts = lines`<w:p><w:pPr><w:spacing w:after="120"/></w:pPr>
    <w:r><w:rPr><w:color w:val="666666"/></w:rPr><w:t xml:space="preserve">${xml(sheet.facts)}</w:t></w:r></w:p>`;
  // Word wants a paragraph behind a table; a small one begins no new page.
  const end = '<w:p><w:pPr><w:spacing w:line="20" w:lineRule="exact"/></w:pPr></w:p>';
  return `${XML_HEAD}<w:document ${NAMESPACES}><w:body>${title}${facts}${table}${end}${PAGE}</w:body></w:document>`;
}

function headingOf({ columns }: Sheet, widths: number[]): string {
  const cells = columns.map(({ name }, n) =>
    cell(widths[n] ?? 0, paragraph(name, { isBold: true, isCentred: true }), true),
  );
  return `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${cells.join('')}</w:tr>`;
}

function rowOf(
  { cells, picture }: SheetRow,
  columns: SheetColumn[],
  widths: number[],
  pictures: SheetPicture[],
): string {
  const shown = columns.map(({ kind }, n) => {
    if (kind !== 'picture') return cell(widths[n] ?? 0, paragraph(cells[n] ?? '', { isCentred: kind !== 'text' }));
    const note = picture?.note ? paragraph(picture.note, { isCentred: true }) : '';
    return cell(widths[n] ?? 0, picture ? drawing(picture, pictures.indexOf(picture) + 1) + note : paragraph('', {}));
  });
  return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${shown.join('')}</w:tr>`;
}

function cell(width: number, content: string, isHeading = false): string {
  const shade = isHeading ? '<w:shd w:val="clear" w:color="auto" w:fill="F0F0F0"/>' : '';
  const place = `<w:vAlign w:val="${isHeading ? 'center' : 'top'}"/>`;
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${shade}${place}</w:tcPr>${content}</w:tc>`;
}

type Look = { isBold?: boolean; isCentred?: boolean };

function paragraph(text: string, { isBold = false, isCentred = false }: Look): string {
  const runs = text.split('\n').map((line) => `<w:t xml:space="preserve">${xml(line)}</w:t>`);
  const centred = isCentred ? '<w:jc w:val="center"/>' : '';
  const bold = isBold ? '<w:rPr><w:b/></w:rPr>' : '';
  return `<w:p><w:pPr>${centred}</w:pPr><w:r>${bold}${runs.join('<w:br/>')}</w:r></w:p>`;
}

function drawing(picture: SheetPicture, number: number): string {
  const shown = fitPicture(picture);
  return lines`<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:drawing>
    <wp:inline distT="0" distB="0" distL="0" distR="0">
    <wp:extent cx="${emu(shown.width)}" cy="${emu(shown.height)}"/>
    <wp:docPr id="${number}" name="画面 ${number}" descr="${xml(picture.alt)}"/>
    <a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic>
    <pic:nvPicPr><pic:cNvPr id="${number}" name="image${number}.jpeg"/><pic:cNvPicPr/></pic:nvPicPr>
    ${pictureFill('pic', `p${number}`, shown)}
    </pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

function fieldOf(code: string): string {
  return `<w:fldSimple w:instr=" ${code} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
}

function footerOf({ title }: Sheet): string {
  return lines`${XML_HEAD}<w:ftr ${NAMESPACES}><w:p>
    <w:pPr><w:tabs><w:tab w:val="right" w:pos="${twips(INNER_WIDTH)}"/></w:tabs></w:pPr>
    <w:r><w:t xml:space="preserve">${xml(title)}</w:t></w:r><w:r><w:tab/></w:r>
    ${fieldOf('PAGE')}<w:r><w:t xml:space="preserve"> / </w:t></w:r>${fieldOf('NUMPAGES')}</w:p></w:ftr>`;
}
