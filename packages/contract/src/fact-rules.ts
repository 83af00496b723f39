/** Facts in texts. Apart from the calls, so that no page carries it that does not use it. */
export { checkFacts, compareFacts, fixFacts, sayMoney } from './fact-check.ts';
export { factsIn, findFacts } from './fact-find.ts';
export { quantitiesIn } from './fact-quantity.ts';
export { checkSheet, isBroken, newFacts, type SheetProblem, typedFact } from './fact-sheet.ts';
