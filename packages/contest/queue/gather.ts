interface WaitingQuestion<Question, Answer> {
  readonly question: Question;
  readonly done: (answer: Answer | Error) => void;
}

/** Combines questions into one call. Questions that arrive during a call are asked together in the next call. */
export class QuestionBatcher<Question, Answer> {
  private readonly ask: (all: readonly Question[]) => Promise<readonly (Answer | Error)[]>;
  private readonly most: (line: readonly Question[]) => number;
  private line: WaitingQuestion<Question, Answer>[] = [];
  private isAsking = false;

  /**
   * `ask`: returns one answer or error for each question. `most`: returns how many of the waiting questions to combine
   * (at least 1), starting with the first question.
   */
  constructor(
    ask: (all: readonly Question[]) => Promise<readonly (Answer | Error)[]>,
    most: (line: readonly Question[]) => number,
  ) {
    this.ask = ask;
    this.most = most;
  }

  async of(question: Question): Promise<Answer> {
    const answer = await new Promise<Answer | Error>((done) => {
      this.line.push({ question, done });
      if (!this.isAsking) void this.askAll();
    });
    if (answer instanceof Error) throw answer;
    return answer;
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    while (this.line.length > 0) {
      const many = this.most(this.line.map(({ question }) => question));
      const group = this.line.splice(0, many);
      const answers = await this.ask(group.map(({ question }) => question)).catch((error: Error) =>
        group.map(() => error),
      );
      group.forEach(({ done }, index) => void done(answers[index]));
    }
    this.isAsking = false;
  }
}
