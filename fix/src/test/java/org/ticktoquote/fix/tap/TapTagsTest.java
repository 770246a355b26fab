package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.message.DataFields;
import org.ticktoquote.fix.message.EightBytes;
import org.ticktoquote.fix.message.TagTable;

/** Checks the possible id tags with every symbol tag. The timeout fails if building a table is slow. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TapTagsTest {
    private static final int HIGHEST = 99_999;
    private static final int HIGHEST_STANDARD = 3_000;
    /** Between id tags that no standard defines. */
    private static final int STEP = System.getProperty("t2q.proof") == null ? 13 : 1;

    private static final Map<Integer, Integer> BUILT_IN = Map.ofEntries(
            Map.entry(34, TapTags.MSG_SEQ_NUM),
            Map.entry(35, TapTags.MSG_TYPE),
            Map.entry(36, TapTags.NEW_SEQ_NO),
            Map.entry(43, TapTags.POSS_DUP_FLAG),
            Map.entry(108, TapTags.HEART_BT_INT),
            Map.entry(123, TapTags.GAP_FILL_FLAG),
            Map.entry(131, TapTags.MD_REQ_ID),
            Map.entry(262, TapTags.MD_REQ_ID),
            Map.entry(269, TapTags.MD_ENTRY_TYPE),
            Map.entry(270, TapTags.MD_ENTRY_PX),
            Map.entry(271, TapTags.MD_ENTRY_SIZE),
            Map.entry(297, TapTags.QUOTE_STATUS));
    private static final Map<Integer, Integer> DATA = DataFields.dataByLength();

    private static int action(TagTable table, int tag) {
        return table.action(EightBytes.of(tag + "="));
    }

    private static int expected(int tag, int symbolTag, int echoTag) {
        boolean length = DATA.containsKey(tag) && DATA.get(tag) != echoTag && tag != echoTag;
        int other = length ? TagTable.DATA_LENGTH : TagTable.IGNORED;
        int own = tag == symbolTag ? TapTags.SYMBOL : BUILT_IN.getOrDefault(tag, other);
        return tag == echoTag ? own + TapTags.ECHO : own;
    }

    @ParameterizedTest
    @ValueSource(ints = {48, 55})
    void anyTagCanCarryTheIdInAdditionToTheBuiltInTags(int symbolTag) {
        for (int echoTag = 1; echoTag <= HIGHEST; echoTag += echoTag < HIGHEST_STANDARD ? 1 : STEP) {
            TagTable table = TapTags.of(symbolTag, echoTag);
            int[] tags = {34, 35, 36, 43, 48, 55, 95, 108, 123, 131, 262, 269, 270, 271, 297, echoTag, echoTag + 1};
            for (int tag : tags) {
                if (action(table, tag) != expected(tag, symbolTag, echoTag)) {
                    assertThat(action(table, tag))
                            .as("%d with symbols in %d and ids in %d", tag, symbolTag, echoTag)
                            .isEqualTo(expected(tag, symbolTag, echoTag));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {EchoedId.NO_TAG, 278, 273, 11, 282})
    void ignoresAllOtherTags(int echoTag) {
        TagTable table = TapTags.of(48, echoTag);
        for (int tag = 1; tag <= HIGHEST; tag++) {
            assertThat(action(table, tag)).as("%d", tag).isEqualTo(expected(tag, 48, echoTag));
        }
    }

    @Test
    void allConnectionsShareOneTable() {
        EchoedId echo = EchoedId.of(273, "decimal");

        assertThat(echo.tags(48)).isSameAs(echo.tags(48)).isNotSameAs(echo.tags(55));
    }
}
