package org.ticktoquote.host.keep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;
import org.ticktoquote.host.keep.ThreadReport.ThreadLine;

class ThreadLineTest {
    private static final String JSON = "{'who':'application','pid':7,'tid':8,'name':'pricing','kind':'other',"
            + "'policy':'fifo','priority':50,'rule':'1 application','before':'0-3','requested':'2-3','after':'2',"
            + "'cpusSeen':'3','samples':9,'outside':0,'changedByOthers':1,'voluntarySwitches':3,"
            + "'involuntarySwitches':4,'newcomer':true,'corrected':false,'ended':true,'problem':''}";

    @Test
    void hasAllMembersOnOneLevel() throws Exception {
        JsonMapper mapper = new JsonMapper();
        String json = JSON.replace('\'', '"');
        ThreadLine line = mapper.readValue(json, ThreadLine.class);
        assertThat(mapper.writeValueAsString(line)).isEqualTo(json);
    }
}
