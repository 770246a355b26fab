package org.ticktoquote.fix.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldReaderTest {
    private static List<String> read(TagTable tags, String fields) {
        byte[] bytes = Fix.bytes("xyz|" + fields + "58=beyond|99=");
        FieldReader reader = new FieldReader(tags).wrap(bytes, 4, 4 + fields.length());
        List<String> read = new ArrayList<>();
        for (int action = reader.next(); action != FieldReader.END; action = reader.next()) {
            int length = reader.valueEnd() - reader.valueStart();
            read.add(action + " " + reader.tag() + "="
                    + new String(bytes, reader.valueStart(), length, StandardCharsets.ISO_8859_1));
        }
        return read;
    }

    @Test
    void stopsAtEveryFieldAndSkipsData() {
        assertThat(read(TagTable.ofAll(9), "35=B|95=6|96=|55=x||1234567=1|55=y|"))
                .containsExactly("9 35=B", "9 1234567=1", "9 55=y");

        assertThat(read(TagTable.ofAll(9), "35=B|nothing at all|=|x=1|55=y|"))
                .hasSize(5)
                .startsWith("9 35=B")
                .endsWith("9 0=1", "9 55=y");
    }

    @Test
    void wrongDataLengthEndsTheMessage() {
        byte[] bytes = Fix.bytes("35=B|95=60|96=a|55=y|........");
        FieldReader reader = new FieldReader(TagTable.ofAll(1)).wrap(bytes, 0, bytes.length - 8);

        assertThat(reader.next()).isEqualTo(1);
        assertThat(reader.character()).isEqualTo('B');
        assertThat(reader.next()).isEqualTo(FieldReader.END);
        assertThat(reader.next()).isEqualTo(FieldReader.END);
        assertThat(reader.hasWrongLength()).isTrue();
        assertThat(reader.wrongLength()).startsWith("the length field 95 is '60'");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void agreesWithASplitByCharacter(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            StringBuilder fields = new StringBuilder();
            List<String> expected = new ArrayList<>();
            Map<Integer, Integer> known = new TreeMap<>();
            int count = random.nextInt(12);
            for (int field = 0; field < count; field++) {
                int tag = 100 + random.nextInt(40) + random.nextInt(2) * 1_000;
                String value = "v".repeat(random.nextInt(20));
                if (random.nextBoolean()) {
                    known.put(tag, 1 + tag % 50);
                }
                fields.append(tag).append('=').append(value).append('|');
            }
            for (String field :
                    fields.isEmpty() ? new String[0] : fields.toString().split("\\|")) {
                int tag = Integer.parseInt(field.substring(0, field.indexOf('=')));
                if (known.containsKey(tag)) {
                    expected.add(known.get(tag) + " " + field);
                }
            }
            assertThat(read(TagTable.of(known), fields.toString()))
                    .as("seed %d, %s", seed, fields)
                    .isEqualTo(expected);
        }
    }

    /** Random changes to messages of one length make remembered layouts match, mismatch, and be learned again. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rememberedLayoutGivesTheSameFieldsAsANewReader(long seed) {
        Random random = new Random(seed);
        TagTable tags = TagTable.of(Map.of(35, 1, 34, 2, 55, 3, 269, 4, 270, 5, 299, 6));
        FieldReader reader = new FieldReader(tags);
        String[] texts = {
            "35=W|34=100|55=EURUSD|269=0|270=1.1|299=7|269=1|270=1.2|299=7|",
            "35=W|34=10|55=EUR/USD|269=0|270=1.1|299=7|269=1|270=1.2|299=7|",
            "35=W|34=100|55=EURUSD|269=0|95=4|96=a|b=|270=1.2|299=7|58=x|",
        };
        byte[] replacements = {0, 1, '=', '2', 'x', '1'};
        for (int i = 0; i < 4_000; i++) {
            byte[] bytes = Fix.bytes(
                    "8=FIX|9=1|" + texts[random.nextInt(10) == 0 ? 1 + random.nextInt(2) : 0] + "10=000|....");
            int end = bytes.length - 11;
            for (int change = random.nextInt(4) - 2; change > 0; change--) {
                bytes[10 + random.nextInt(end - 10)] = replacements[random.nextInt(replacements.length)];
            }
            List<String> expected = new ArrayList<>();
            List<String> seen = new ArrayList<>();
            List<String> walked = new ArrayList<>();
            new FieldReader(tags)
                    .read(bytes, 10, end, (action, message, from, to) -> expected.add(action + " " + from + " " + to));
            reader.read(bytes, 10, end, (action, message, from, to) -> seen.add(action + " " + from + " " + to));
            reader.wrap(bytes, 10, end);
            for (int action = reader.next(); action != FieldReader.END; action = reader.next()) {
                walked.add(action + " " + reader.valueStart() + " " + reader.valueEnd());
            }
            assertThat(seen).as("seed %d, message %d", seed, i).isEqualTo(expected);
            assertThat(walked).as("seed %d, message %d", seed, i).hasSize(expected.size());
            assertThat(reader.hasWrongLength())
                    .isEqualTo(new FieldReader(tags).wrap(bytes, 10, end).hasWrongLength());
        }
    }

    @Test
    void splitsTextOfAnyLength() {
        for (int length = 0; length < 40; length++) {
            String text = Fix.text(Fix.message("35=V|58=" + "x".repeat(length) + "|"));
            List<MessageField> fields = MessageField.of(text.replace('|', '\u0001'));
            assertThat(fields).extracting(MessageField::tag).containsExactly(8, 9, 35, 58, 10);
        }
    }
}
