/** What a run can be given, in the words of {@code t2q run}: parsed, judged and made into a plan. */
@NullMarked
package org.ticktoquote.harness.settings;

import org.jspecify.annotations.NullMarked;
