<#list dependencyMap as entry>
<#assign library = entry.getKey()/>
${library.groupId}:${library.artifactId}:${library.version}|<#list entry.getValue() as licence>${licence}<#sep> or </#sep></#list>|${library.url!""}
</#list>
