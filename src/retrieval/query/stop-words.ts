/** Words that carry no place in code. Stemmed like terms; matched after stemming. */
import { stem } from "../../core/terms.ts";

const ENGLISH =
  "a an the and or but if then else of in on at to for from by with without into onto over under as is are was were be been being do does did doing done has have had having it its this that these those there here i we you he she they them our your my me us their his her not no nor so too very can could should would may might must will shall just only also than when where which who whom whose why how what while about after before again any all each every both some such own same other more most much many few less least via per out up down off between during because until although though however therefore etc ie eg vs like seem seems instead actually currently now yet already even still really however upon within across get gets got getting go goes make makes made making let lets want wants need needs try tries tried trying work works working worked happen happens happening please thank thanks hi hello someone something anything nothing everything thing things way ways lot bit use uses used using able";

/** Words every task text uses, whatever it is about. */
const TASK =
  "issue issues bug bugs problem problems fix fixes fixed fixing expect expected expects behavior behaviour actual reproduce reproduction steps step description describe version versions latest current example examples following code repository repo pull request merge commit report reported question screenshot additional information environment solution seems result results";

/** Verbs that open a description of a change; they say what is done, not where. */
const CHANGE =
  "add adds added adding remove removes removed removing update updates updated updating change changes changed changing improve improves improved improving improvement support supports supported allow allows allowed ensure ensures avoid avoids prevent prevents correct corrected correctly properly missing introduce introduced refactor refactored refactoring cleanup clean bump upgrade make move moved rename renamed replace replaced revert wrong incorrect unnecessary unused better proper handle handles handled implement implemented implementation";

/** Words of a question about code that name no code. */
const QUESTION =
  "how does what where which implemented implement implementation implements handled handles handling handle logic functionality feature";

const toSet = (words: string): ReadonlySet<string> =>
  new Set(words.split(" ").flatMap((word) => [word, stem(word)]));

export const STOP_WORDS = toSet(ENGLISH);
export const TASK_WORDS = toSet(TASK);
export const CHANGE_WORDS = toSet(CHANGE);
export const QUESTION_WORDS = toSet(QUESTION);
