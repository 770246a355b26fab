package org.ticktoquote.core.marketdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Bytes on the wire and in recordings, on which users' feed handlers depend. */
class MarketDataSchemaTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerRead = new MessageHeaderDecoder();

    @Test
    void schemaAndTemplatesAreStable() {
        assertThat(QuoteEncoder.SCHEMA_ID).isEqualTo(7402);
        assertThat(QuoteEncoder.SCHEMA_VERSION).isEqualTo(1);
        assertThat(QuoteEncoder.BYTE_ORDER).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(QuoteDecoder.bidNullValue()).isEqualTo(Long.MIN_VALUE);
        assertThat(QuoteDecoder.askNullValue()).isEqualTo(Long.MIN_VALUE);

        assertThat(MessageHeaderEncoder.ENCODED_LENGTH).isEqualTo(8);
        assertThat(new int[][] {
                    {QuoteEncoder.TEMPLATE_ID, QuoteEncoder.BLOCK_LENGTH},
                    {SessionStartEncoder.TEMPLATE_ID, SessionStartEncoder.BLOCK_LENGTH},
                    {SessionEndEncoder.TEMPLATE_ID, SessionEndEncoder.BLOCK_LENGTH},
                    {HeartbeatEncoder.TEMPLATE_ID, HeartbeatEncoder.BLOCK_LENGTH},
                    {InstrumentDefinitionEncoder.TEMPLATE_ID, InstrumentDefinitionEncoder.BLOCK_LENGTH},
                    {VenueDefinitionEncoder.TEMPLATE_ID, VenueDefinitionEncoder.BLOCK_LENGTH}
                })
                .isDeepEqualTo(new int[][] {{1, 52}, {2, 16}, {3, 16}, {4, 8}, {5, 34}, {6, 17}});
    }

    @Test
    void quoteHasItsDocumentedBytes() {
        new QuoteEncoder()
                .wrapAndApplyHeader(buffer, 0, header)
                .tickId(0x0101)
                .venueTimeNs(0x0202)
                .bid(0x0303)
                .ask(QuoteEncoder.askNullValue())
                .bidQuantity(0x0505)
                .askQuantity(0x0606)
                .instrumentId(0xffee)
                .venueId((short) 0xdd)
                .sides()
                .clear()
                .bid(true);

        assertThat(hex(60))
                .isEqualTo("3400" + "0100" + "ea1c" + "0100"
                        + "0101000000000000" + "0202000000000000" + "0303000000000000" + "0000000000000080"
                        + "0505000000000000" + "0606000000000000" + "eeff" + "dd" + "01");
    }

    @Test
    void definitionsHaveTheirDocumentedBytes() {
        new InstrumentDefinitionEncoder()
                .wrapAndApplyHeader(buffer, 0, header)
                .pip(0x0101)
                .tickSize(0x0202)
                .instrumentId(3)
                .symbol("EUR/USD");

        assertThat(hex(42))
                .isEqualTo("2200" + "0500" + "ea1c" + "0100" + "0101000000000000" + "0202000000000000" + "0300"
                        + "4555522f555344" + "000000000000000000");
        assertThat(new InstrumentDefinitionDecoder()
                        .wrapAndApplyHeader(buffer, 0, headerRead)
                        .symbol())
                .isEqualTo("EUR/USD");

        new VenueDefinitionEncoder()
                .wrapAndApplyHeader(buffer, 0, header)
                .venueId((short) 2)
                .name("LMAX");

        assertThat(hex(25)).isEqualTo("1100" + "0600" + "ea1c" + "0100" + "02" + "4c4d4158" + "00".repeat(12));
    }

    private String hex(int length) {
        byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
