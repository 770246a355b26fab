package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.keep.ThreadReport.ThreadLine;

class ThreadLineTest {
    private static final String JSON = "{'who':'application','pid':7,'tid':8,'name':'pricing','kind':'other',"
            + "'policy':'fifo','priority':50,'rule':'1 application','before':'0-3','requested':'2','after':'2',"
            + "'cpusSeen':'2','samples':9,'outside':0,'changedByOthers':1,'voluntarySwitches':3,"
            + "'involuntarySwitches':4,'newcomer':true,'corrected':false,'ended':true,'problem':''}";

    private static final ThreadLine LINE = new ThreadLine(
            "application",
            7,
            8,
            "pricing",
            "other",
            "fifo",
            50,
            "1 application",
            "0-3",
            "2",
            "2",
            "2",
            9,
            0,
            1,
            3,
            4,
            true,
            false,
            true,
            "");

    @Test
    void writesAllMembersOnOneLevel() throws Exception {
        String text = new JsonMapper().writeValueAsString(LINE);
        assertThat(text).isEqualTo(JSON.replace('\'', '"'));
    }

    @Test
    void readsLineOfAnotherHost() throws Exception {
        assertThat(new JsonMapper().readValue(JSON.replace('\'', '"'), ThreadLine.class))
                .isEqualTo(LINE);
    }
}
