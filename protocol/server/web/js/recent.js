/** LRU cache: the answers to the last questions. */
export class Recent {
    /** @param most greatest number of answers that are kept */
    constructor(most) {
        this.most = most;
        this.answers = new Map();
    }

    /** Answer by its key: the one that is kept, or else that of `ask()`. */
    async get(key, ask) {
        const answer = this.answers.get(key) ?? (await ask());
        // The order of a map is that in which its keys came.
        this.answers.delete(key);
        this.answers.set(key, answer);
        if (this.answers.size > this.most) {
            this.answers.delete(this.answers.keys().next().value);
        }
        return answer;
    }
}
