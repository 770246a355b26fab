package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.ticktoquote.replayer.venue.OpenVenues.ALPHA;
import static org.ticktoquote.replayer.venue.OpenVenues.EUR_USD;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.FileDigest;

/** Tests venues that validate messages with their own dictionary. */
class VenueDictionaryTest {
    /** Requires 5001 in requests, and 48 before 55 in instruments. */
    private static final String DICTIONARY = """
            <fix type='FIX' major='%s' minor='%s' servicepack='%s'>
             <header>%s</header>
             <messages>
              %s
              <message name='MarketDataRequest' msgcat='app' msgtype='V'>
               <field name='MDReqID' required='Y'/>
               <field name='SubscriptionRequestType' required='Y'/>
               <field name='MarketDepth' required='Y'/>
               <field name='VenueTag' required='Y'/>
               <group name='NoMDEntryTypes' required='Y'><field name='MDEntryType' required='Y'/></group>
               <group name='NoRelatedSym' required='Y'>
                <field name='SecurityID' required='Y'/><field name='Symbol' required='N'/>
               </group>
              </message>
             </messages>
             <trailer>%s</trailer>
             <components/>
             <fields>
              %s
              <field number='262' name='MDReqID' type='STRING'/>
              <field number='263' name='SubscriptionRequestType' type='CHAR'/>
              <field number='264' name='MarketDepth' type='INT'/>
              <field number='267' name='NoMDEntryTypes' type='NUMINGROUP'/>
              <field number='269' name='MDEntryType' type='CHAR'/>
              <field number='146' name='NoRelatedSym' type='NUMINGROUP'/>
              <field number='55' name='Symbol' type='STRING'/>
              <field number='48' name='SecurityID' type='STRING'/>
              <field number='5001' name='VenueTag' type='STRING'><value enum='X' description='X'/></field>
             </fields>
            </fix>
            """;

    private static final String HEADER = """
            <field name='BeginString' required='Y'/><field name='BodyLength' required='Y'/>
            <field name='MsgType' required='Y'/><field name='MsgSeqNum' required='Y'/>
            <field name='SenderCompID' required='Y'/><field name='TargetCompID' required='Y'/>
            <field name='SendingTime' required='Y'/>
            """;

    private static final String LOGON = """
            <message name='Logon' msgcat='admin' msgtype='A'>
             <field name='EncryptMethod' required='Y'/><field name='HeartBtInt' required='Y'/>
             <field name='ResetSeqNumFlag' required='N'/>
            </message>
            """;

    private static final String SESSION_FIELDS = """
            <field number='8' name='BeginString' type='STRING'/><field number='9' name='BodyLength' type='INT'/>
            <field number='35' name='MsgType' type='STRING'/><field number='34' name='MsgSeqNum' type='INT'/>
            <field number='49' name='SenderCompID' type='STRING'/><field number='56' name='TargetCompID' type='STRING'/>
            <field number='52' name='SendingTime' type='UTCTIMESTAMP'/><field number='98' name='EncryptMethod' type='INT'/>
            <field number='108' name='HeartBtInt' type='INT'/><field number='141' name='ResetSeqNumFlag' type='BOOLEAN'/>
            <field number='10' name='CheckSum' type='STRING'/>
            """;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void writeDictionaries() throws IOException {
        write("44.xml", ofVersion44(LOGON));
        write("50sp2.xml", DICTIONARY.formatted("5", "0", "2", "", "", "", ""));
        write("text.xml", "no xml");
        write("cut.xml", "<fix>\n");
        write("else.xml", "<html/>");
        write("type.xml", "<!DOCTYPE fix SYSTEM 'file:///dev/zero'><fix/>");
        write("deep.xml", "<a>".repeat(40) + "</a>".repeat(40));
        write("wide.xml", "<fix>" + "<a b='c'/>".repeat(250_001) + "</fix>");
        write("long.xml", " ".repeat((8 << 20) + 1));
        write("self.xml", withComponents("<component name='A'><component name='A'/></component>"));
        write("twice.xml", withComponents(doubled(30)));
        write("name.xml", withComponents("<component name='A'><field name='" + "x".repeat(1_000) + "'/></component>"));
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static String ofVersion44(String message) {
        String trailer = "<field name='CheckSum' required='Y'/>";
        return DICTIONARY.formatted("4", "4", "0", HEADER, message, trailer, SESSION_FIELDS);
    }

    @ParameterizedTest
    @CsvSource({"FIX.4.4, FIX.4.4, 44.xml, ''", "FIX.5.0SP2, FIXT.1.1, 50sp2.xml, 1137=9|"})
    void validatesMessagesWithTheVenueDictionary(String version, String begin, String file, String logon)
            throws Exception {
        String yaml = "venues: {V: {version: " + version + ", dictionary: " + file
                + ", symbol: none, securityId: {EUR/USD: '4001'}}}";
        try (OpenVenues venues = OpenVenues.of(folder, yaml);
                FixSocket application = venues.logOn("V", begin, logon)) {
            application.send("V", "262=1|263=1|264=1|267=2|269=0|269=1|146=1|48=4001|");
            assertThat(application.await("|35=3|"))
                    .contains("|371=5001|", "|372=V|", "|58=Required tag missing, field=5001|");
            application.send("V", "262=1|263=1|264=1|5001=X|265=0|267=2|269=0|269=1|146=1|48=4001|");
            assertThat(application.await("|35=3|")).contains("|371=265|", "|58=Invalid tag number, field=265|");
            application.send("V", "262=1|263=1|264=1|5001=Z|267=2|269=0|269=1|146=1|48=4001|");
            assertThat(application.await("|35=3|")).contains("|371=5001|", "|58=Value is incorrect");
            application.send("V", "262=1|263=1|264=1|5001=X|267=2|269=0|269=1|146=1|48=9|");
            assertThat(application.await("|35=Y|")).contains("unknown instrument: 9");
            application.send("V", "262=1|263=1|264=1|5001=X|267=2|269=0|269=1|146=1|48=4001|55=EUR/USD|");
            venues.awaitSubscribed();
            venues.tick(EUR_USD, ALPHA, 1, 2);
            assertThat(application.await("|35=W|")).contains("|48=4001|268=2|");
            OpenVenues.until(() -> venues.refused.size() == 4);
            assertThat(venues.feed.venueFiles())
                    .containsOnly(Map.entry(
                            "V.dictionary",
                            FileDigest.of(folder.resolve(file), file).sha256()));
            assertThat(venues.refused.get(0)).startsWith("V to PRICING: 35=V is rejected (35=3): Required tag missing");
        }
    }

    /** Returns a dictionary with one message that uses the component A. */
    private static String withComponents(String components) {
        String message = "<message name='M' msgcat='app' msgtype='M'><component name='A' required='Y'/></message>";
        return ofVersion44(message).replace("<components/>", "<components>" + components + "</components>");
    }

    /** Returns a chain of components that each include the next one twice. */
    private static String doubled(int times) {
        StringBuilder components =
                new StringBuilder("<component name='Z'><field name='Symbol' required='N'/></component>");
        for (int i = 0; i < times; i++) {
            String next = i == times - 1 ? "Z" : "A" + (i + 1);
            components
                    .append("<component name='A")
                    .append(i == 0 ? "" : i)
                    .append("'>")
                    .append(("<component name='" + next + "' required='N'/>").repeat(2))
                    .append("</component>");
        }
        return components.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            none.xml  ! does not exist: FOLDER/none.xml,
            .         ! is not a file: FOLDER,
            50sp2.xml ! is of FIX.5.0SP2, the venue of FIX.4.4
            text.xml  ! is not XML at 1:1: Content is not allowed in prolog.
            cut.xml   ! is not XML at 2:
            else.xml  ! is not a data dictionary:
            type.xml  ! is not XML at 1:10: DOCTYPE is disallowed
            deep.xml  ! nests elements more than 32 deep
            wide.xml  ! has more than 500000 elements and attributes
            long.xml  ! is longer than 8 MiB
            self.xml  ! nests components more than 32 deep, or one in itself
            twice.xml ! has more than 500000 fields with its components expanded
            name.xml  ! is not a data dictionary: Field xxx
            """)
    void reportsUnusableDictionary(String file, String fault) {
        String name = folder.resolve("v.yaml").toString();
        ProblemException refusal = catchThrowableOfType(
                ProblemException.class,
                () -> VenueReader.parse(
                        name, "venues: {V: {dictionary: " + file + ", colour: red}}", OpenVenues.MARKETS));
        assertThat(refusal.problems()).hasSize(2);
        assertThat(refusal.problems().get(0).text())
                .startsWith(name + ":1:26: dictionary: '" + file + "' " + fault.replace("FOLDER", folder.toString()))
                .endsWith("expected a QuickFIX data dictionary in XML, of the venue's version");
    }
}
