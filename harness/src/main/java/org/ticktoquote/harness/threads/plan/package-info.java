/** Which thread is to run where. */
@NullMarked
package org.ticktoquote.harness.threads.plan;

import org.jspecify.annotations.NullMarked;
