/** Generation of release files: man pages, completions, NOTICE and licences. */
@NullMarked
package org.ticktoquote.distribution;

import org.jspecify.annotations.NullMarked;
