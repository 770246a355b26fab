package org.ticktoquote.host.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    private static final String HOSTILE =
            "`id` ' '' '\"'\"' \" \\ \\' a'b\\'c $HOME ${IFS} ~ ~root * ? [a-z] {a,b} !! !$ # -n -- =x %s"
                    + " \u00e4\u20ac \u202e";
    private static final List<String> HOSTILE_WITH_BLANKS = List.of(
            "", " ", "a b", "$(touch /tmp/t2q-owned)", "; exit 7", "&& false", "| cat", "> /dev/full", "a\nb", "a\tb");

    /** Returns the words as a shell parses them, each in angle brackets. */
    private static String parsedByShell(List<String> words) {
        List<String> command = new ArrayList<>(List.of("printf", "<%s>"));
        command.addAll(words);
        CommandRunner.CommandResult result = CommandRunner.run(List.of("sh", "-c", CommandText.shellLine(command)));
        assertThat(result.status()).isZero();
        return result.text();
    }

    private static String marked(List<String> words) {
        StringBuilder marked = new StringBuilder();
        words.forEach(word -> marked.append('<').append(word).append('>'));
        return marked.toString();
    }

    @Test
    void quotesSpecialCharacters() {
        List<String> words = new ArrayList<>(List.of(HOSTILE.split(" ")));
        words.addAll(HOSTILE_WITH_BLANKS);
        assertThat(parsedByShell(words)).isEqualTo(marked(words));
    }

    @Test
    void quotesRandomWords() {
        long seed = 20_261_127;
        System.out.println("seed " + seed);
        RandomGenerator random = new SplittableRandom(seed);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            StringBuilder word = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                word.append((char) (1 + random.nextInt(126)));
            }
            words.add(word.toString());
        }
        assertThat(parsedByShell(words)).isEqualTo(marked(words));
    }

    @Test
    void leavesPlainWordsReadableAndRefusesNul() {
        assertThat(CommandText.shellLine(List.of("java", "-Xmx64m", "/a/b.jar", "x=1,2:3")))
                .isEqualTo("java -Xmx64m /a/b.jar x=1,2:3");

        assertThatIllegalArgumentException().isThrownBy(() -> CommandText.shellLine(List.of("a\0b")));
    }
}
